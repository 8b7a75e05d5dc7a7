"""Commands about people and access: accounts, releases, seats, links, trails."""
