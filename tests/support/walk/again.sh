# After the upgrade: the account is as it was.
sent --cookie-jar ben --data-urlencode name=Ben --data-urlencode "password=$PASSWORD" $site/sign-in
sent --cookie ben "$site/account?lang=en" | grep -q Ben
echo "upgraded: Ben signed in"
