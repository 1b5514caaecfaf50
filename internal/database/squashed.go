package database

// lastBeforeSquash is the commit that brings older databases to the last of the squashed
// migrations.
const lastBeforeSquash = "9c6f948"

// lastOfSquash is the last of the migrations that have replaced the squashed ones.
const lastOfSquash = "1795550014_limit_rates.go"

// squashed are the migrations that were replaced by others, which define the same schema.
var squashed = []string{
	"1795200001_extend_users.go",
	"1795200002_create_assignments.go",
	"1795200003_create_activities.go",
	"1795200004_create_site.go",
	"1795200005_create_policies.go",
	"1795200006_create_reviews.go",
	"1795200007_limit_rates.go",
	"1795200008_create_services.go",
	"1795200009_create_quotes.go",
	"1795200010_limit_quotes.go",
	"1795200011_tell_of_quotes.go",
	"1795200012_serve_orders.go",
	"1795300001_measure_files.go",
	"1795300002_delete_accounts_in_pieces.go",
	"1795400001_keep_tallies.go",
	"1795400002_index_texts.go",
	"1795400003_read_lists_by_indexes.go",
	"1795400004_find_due_assignments.go",
	"1795500001_create_messages.go",
	"1795500002_recover_accounts.go",
	"1795500003_forget_messages.go",
	"1795500004_count_mails.go",
	"1795600001_reword_texts.go",
	"1795600002_protect_addresses.go",
	"1795700001_begin_orders.go",
	"1795700002_leave_out_cancelled_work.go",
	"1795800001_deliver_work.go",
	"1795800003_find_the_pool.go",
	"1795800004_mark_the_pool.go",
	"1795900001_keep_ledger.go",
	"1796000001_open_claims.go",
	"1796100001_find_what_waits.go",
	"1796200001_purge_files.go",
	"1796300001_pay_tutors.go",
	"1796400001_sum_what_is_open.go",
	"1796500001_add_up_figures.go",
	"1796600001_find_work_without_tutor.go",
	"1796700001_let_windows_wait.go",
	"1796800001_scan_files.go",
	"1796900001_know_orphans.go",
	"1797000001_know_stops.go",
	"1797100001_limit_strangers.go",
	"1797100002_expire_requests.go",
	"1797100003_limit_submissions.go",
	"1797100004_prepare_texts.go",
	"1797100005_keep_sessions.go",
	"1797100006_limit_password_guesses.go",
	"1797100008_require_policies.go",
	"1797100009_mark_site.go",
	"1797100016_mark_new_admins.go",
	"1797100021_recognize_browsers.go",
}
