# What the page says that happens in browsers, by curl: Ada signs in and makes an account, and Ben chooses a password on a phone.
site=https://cards.example
sent() { curl --silent --show-error --fail --header "Origin: $site" "$@"; }
sent --cookie-jar ada --data-urlencode name=Ada --data-urlencode "password=$PASSWORD" $site/sign-in
code=$(sent --cookie ada --data act=add --data name=Ben --data role=player $site/people |
  sed -n 's/.*<code class="code">\([0-9A-Z-]*\)<.*/\1/p' | head -n 1)
sent --cookie-jar ben --data code="$code" --data-urlencode "password=$PASSWORD" --data-urlencode "again=$PASSWORD" $site/welcome
sent --cookie ben "$site/account?lang=en" | grep -q Ben
sent "$site/sign-in?lang=en" | grep -q 'href="/imprint"'
! curl --silent --fail $site/metrics
echo "phones: Ben signed in"
