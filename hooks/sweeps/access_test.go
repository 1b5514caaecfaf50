package sweeps_test

import (
	"testing"

	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

func TestNobodyReadsWhatIsStoredOfOrphans(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	d.put(t, d.folder+"/"+d.id+"/file_left.pdf", "left")
	clock.Advance(d, 2*day)
	d.night(t)
	tokens := map[string]string{"": "", "student": d.robin.Token}
	for _, role := range []string{rules.RoleTutor, rules.RoleAdmin} {
		tokens[role] = d.Person(t, role, "Sam "+role).Token
	}
	missing := string(d.Call(t, "GET", "/api/collections/nosuch/records", "", nil).Body)
	for role, token := range tokens {
		for _, collection := range []string{records.Orphans, records.Sweeps} {
			for _, call := range [][2]string{{"GET", "/records"}, {"GET", "/records/lastcomparison0"}, {"POST", "/records"}, {"DELETE", "/records/lastcomparison0"}, {"GET", ""}} {
				answer := d.Call(t, call[0], "/api/collections/"+collection+call[1], token, map[string]any{"kind": "file"})
				if answer.Status != 404 || string(answer.Body) != missing {
					t.Errorf("%s %s %s: got %d %s", role, call[0], collection+call[1], answer.Status, answer.Body)
				}
			}
		}
		if answer := d.Call(t, "POST", "/api/crons/"+job, token, nil); answer.Status != 401 && answer.Status != 403 && answer.Status != 404 {
			t.Errorf("%s starts the job: %d", role, answer.Status)
		}
	}
}
