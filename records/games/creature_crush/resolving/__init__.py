"""Effects under way: what each verb does, step by step."""
