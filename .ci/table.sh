# shellcheck shell=bash
# Functions that make a Markdown table of what benchmarks printed into the file
# $results, which who sources them sets. Sourced after lib.sh.
# shellcheck disable=SC2154

# titles prints the head of the table.
titles() {
	printf '| %-58s | %10s | %6s | %3s |\n' Name Value Bar Met
	printf '| %s | %s: | %s: | %s |\n' "$(printf -- '-%.0s' {1..58})" --------- ----- ---
}

# result prints what the benchmark $1 reports in the unit $2, the highest if
# there are several.
result() {
	awk -v name="^Benchmark$1(-[0-9]+)?(/|\$)" -v unit="$2" '
		$1 ~ name { for (i = 3; i < NF; i += 2) if ($(i + 1) == unit && (!n++ || $i + 0 > most + 0)) most = $i }
		END { if (!n) exit 1; print most }' "$results" || die "no result of $1 in $2"
}

# row prints a row of the table: its name, the benchmark and the unit of the
# value, the bar, if there is one, and how much of the unit is one of the table.
row() {
	local value met=""
	value=$(result "$2" "$3")
	value=$(awk -v v="$value" -v unit="${5:-1}" 'BEGIN { printf "%.4g", v / unit }')
	case ${4:-} in
	"") ;;
	">= "*) met=$(awk -v v="$value" -v bar="${4#>= }" 'BEGIN { print (v >= bar) ? "yes" : "no" }') ;;
	"< "*) met=$(awk -v v="$value" -v bar="${4#< }" 'BEGIN { print v < bar ? "yes" : "no" }') ;;
	*) met=$(awk -v v="$value" -v bar="${4#<= }" 'BEGIN { print v <= bar ? "yes" : "no" }') ;;
	esac
	printf '| %-58s | %10s | %6s | %3s |\n' "$1" "$value" "${4:-}" "$met"
}
