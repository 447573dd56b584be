#!/bin/sh
# Judges the API by its description, and tells what has changed since the last run. Needs OUTREACH_TOKEN (an API key of
# the account under test). What it may do to the target is said in outreach-conformance.jsonc.
# Exit codes: 0 no breach, 1 a breach, 2 it could not be done.
set -eu
: "${OUTREACH_TOKEN:?an API key of the account under test}"
reports=outreach-reports
mkdir -p "$reports"
if [ -f "$reports/report.json" ]; then mv "$reports/report.json" "$reports/last.json"; fi

code=0
npx --no -- outreach-conformance server \
  --config outreach-conformance.jsonc \
  --known-deviations outreach-known-deviations.jsonc \
  --max-minutes 25 \
  --json "$reports/report.json" \
  --junit "$reports/junit.xml" \
  --html "$reports/report.html" || code=$?

if [ -f "$reports/last.json" ] && [ -f "$reports/report.json" ]; then
  npx --no -- outreach-conformance compare "$reports/last.json" "$reports/report.json"
fi
exit "$code"
