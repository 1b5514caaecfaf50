package domain

import "strconv"

// QuotaMegabytes is how much one account may store unless the operator changes
// it: 2 GB (docs/product.md, section 3.3).
const QuotaMegabytes = 2048

// CheckQuota refuses a file that does not fit into what is left of an account's
// storage. Stored and size are in bytes; a quota of 0 megabytes means no limit.
func CheckQuota(stored, size int64, quotaMegabytes int) Problems {
	if quotaMegabytes <= 0 || stored+size <= int64(quotaMegabytes)<<20 {
		return nil
	}
	return Problems{{Field: "file", Code: TooLarge, Message: "Your files can take up at most " + megabytes(quotaMegabytes) +
		" in total. Delete assignments that you no longer need, or contact support"}}
}

// megabytes formats an amount of storage for people.
func megabytes(n int) string {
	if n >= 1024 && n%1024 == 0 {
		return strconv.Itoa(n/1024) + " GB"
	}
	return Thousands(n) + " MB"
}
