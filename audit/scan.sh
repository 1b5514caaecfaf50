#!/usr/bin/env bash
# Scans a running Deskmate with wapiti, sqlmap and slowhttptest (docs/security.md).
# Usage: audit/scan.sh http://127.0.0.1:8090 FOLDER
# The server must hold the sample data of `make demo`; the reports go to the folder.
set -uo pipefail
base=${1:?the address of a server with sample data} out=${2:?a folder for the reports}
case $base in http://127.0.0.1:*) ;; *) echo "only a server on 127.0.0.1 is scanned"; exit 1 ;; esac
mkdir -p "$out"

token() {
	curl -sS "$base/api/auth/login" -H 'Content-Type: application/json' -d "{\"email\":\"$1@demo.example\",\"password\":\"demo-desk\"}" |
		sed 's/.*"token":"\([^"]*\)".*/\1/'
}

# Every list with its parameters, and the bodies that anyone may send.
declare -A paths=(
	[ada]="assignments/all?page=1&search=tide&sort=title&status=graded&priority=High&due=upcoming
users?page=1&search=robin&sort=name&role=student&status=active
quotes?page=1&search=lab&status=new
activities?page=1&search=robin&person=ada
ledger?page=1
payouts?page=1
payouts/preview?tutor=x&currency=AUD
claims?status=open&overdue=true
mails?status=failed
texts?status=held
desk/board?page=1
desk/figures?from=2026-01-01&to=2026-12-31"
	[otto]="assignments/pool?search=essay&page=1
users/earnings?page=1&payout=open
assignments/tutor-assignments?status=graded
notices?unread=true&page=1"
	[yuki]="assignments?page=1&perPage=20&status=submitted&search=essay
quotes/mine?page=1
notices?unread=true&page=1
services/essay-writing?x=1"
)

# The bodies that anyone may send, as JSON; sqlmap tries every field of each.
bodies=(
	'auth/login {"email":"robin@demo.example","password":"demo-desk"}'
	'auth/signup {"name":"Robin Vale","email":"scan@demo.example","password":"quill-1","role":"student"}'
	'auth/verify-email {"token":"x","password":"quill-1"}'
)
echo "== sqlmap as anyone"
for body in "${bodies[@]}"; do
	timeout "${SQLMAP_LIMIT:-240}" sqlmap -u "$base/api/${body%% *}" --data="${body#* }" --batch --flush-session --dbms=SQLite --level=1 --risk=1 --technique=BEU \
		--headers="Content-Type: application/json" --ignore-code=400,401,404,409 --disable-coloring --output-dir="$out/sqlmap-anyone" >>"$out/sqlmap-anyone.log" 2>&1
done
echo "$(grep -c 'is vulnerable\|appears to be .* injectable' "$out/sqlmap-anyone.log") findings"

for person in ada otto yuki; do
	bearer="Authorization: Bearer $(token "$person")"
	while read -r path; do echo "$base/api/$path"; done <<<"${paths[$person]}" >"$out/$person.urls"
	echo "== sqlmap as $person"
	timeout "${SQLMAP_LIMIT:-240}" sqlmap -m "$out/$person.urls" --batch --flush-session --dbms=SQLite --level=3 --risk=2 --threads=1 --time-sec=2 --headers="$bearer" \
		--ignore-code=400,404,429 --disable-coloring --output-dir="$out/sqlmap-$person" >"$out/sqlmap-$person.log" 2>&1
	echo "ended with $?; $(grep -c 'testing connection' "$out/sqlmap-$person.log") addresses, $(grep -c 'is vulnerable\|appears to be .* injectable' "$out/sqlmap-$person.log") findings"
	echo "== wapiti as $person"
	starts=(); while read -r url; do starts+=(-s "$url"); done <"$out/$person.urls"
	timeout 300 wapiti -u "$base/" "${starts[@]}" -H "$bearer" --scope folder -m all,-nikto,-buster,-brute_login_form,-wapp,-blindsql --flush-session --max-scan-time "${WAPITI_LIMIT:-120}" -d 2 \
		--store-session "$out/wapiti-$person" -f txt -o "$out/wapiti-$person.txt" --verify-ssl 0 >"$out/wapiti-$person.log" 2>&1
	echo "ended with $?"
done

# A thousand connections for 30 seconds: heads, bodies and ranges sent slowly, answers read slowly.
for mode in "-H -u $base/api/site -i 5" "-B -u $base/api/quotes -f multipart/form-data;boundary=x -s 1000000 -i 5" "-R -u $base/" "-X -u $base/ -k 3 -w 512 -y 1024 -n 5 -z 32"; do
	echo "== slowhttptest ${mode%% *}"
	# shellcheck disable=SC2086 # the options are words
	slowhttptest $mode -c 1000 -r 200 -l 30 -p 3 >"$out/slow${mode:0:2}.log" 2>&1
	grep -a 'service available\|Exit status' "$out/slow${mode:0:2}.log" | tail -2
done
