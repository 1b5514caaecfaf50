package e2e

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/cmd"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	"deskmate/internal/clock"
	"deskmate/internal/command"
	"deskmate/internal/database"
)

// doom is the variable that lets this test program run as Deskmate and die at a statement
// of a payout, and doomed the header of that payout.
const (
	doom   = "PAYOUT_DIES_AT"
	doomed = "X-Doomed"
)

// runDoomed runs Deskmate. While it records a doomed payout, it is killed after as many
// statements, or, if there are fewer, once the payout is stored and before anybody hears of it.
func runDoomed(step string) (code int) {
	left, err := strconv.Atoi(step)
	if err != nil {
		return 3
	}
	isPaying := false
	app := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: database.Connect})
	app.RootCmd.AddCommand(cmd.NewServeCommand(app, true))
	hooks.Register(app, fstest.MapFS{})
	die := func() {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	count := func() {
		if !isPaying {
			return
		}
		if left--; left == 0 {
			die()
		}
	}
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		listenToStatements(e.App.NonconcurrentDB().(*dbx.DB), count)
		e.Router.BindFunc(func(e *core.RequestEvent) error {
			if e.Request.Header.Get(doomed) == "" {
				return e.Next()
			}
			isPaying = true
			err := e.Next()
			die()
			return err
		})
		return e.Next()
	})
	return command.Run(app, "test")
}

// payDesk is a desk that pays two tutors in rounds.
type payDesk struct {
	dir                           string
	admin, student, kim, sol, lou string // tokens
	ids                           map[string]string
	kimCents, solCents            int // what was owed in the rounds so far
	rounds                        int
}

func openPayDesk(t *testing.T) (*payDesk, *server) {
	t.Helper()
	d := &payDesk{dir: t.TempDir(), ids: map[string]string{}}
	s, admin := openDesk(t, d.dir)
	d.admin = admin
	_, d.student, _ = s.signUp(t, "robin@example.com", "", "")
	for name, token := range map[string]*string{"kim": &d.kim, "sol": &d.sol, "lou": &d.lou} {
		_, *token, _ = s.signUp(t, name+"@example.com", "", "")
		var me struct {
			ID string `json:"_id"`
		}
		d.call(t, s, "GET", "/api/auth/me", *token, nil, &me)
		d.call(t, s, "PATCH", "/api/users/"+me.ID, admin, map[string]any{"role": "tutor"}, nil)
		d.ids[name] = me.ID
	}
	return d, s
}

// call sends a body and decodes the answer, which must not be a refusal.
func (d *payDesk) call(t *testing.T, s *server, method, path, token string, body, into any) {
	t.Helper()
	var encoded []byte
	if body != nil {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	status, answer := s.send(t, method, path, token, string(encoded))
	if status >= 300 {
		t.Fatalf("%s %s: got %d %s", method, path, status, answer)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(answer, into); err != nil {
		t.Fatal(err)
	}
}

// earn lets the tutors earn the money of one more round: Kim by work and an adjustment, Sol
// by an adjustment. Lou owes the desk, and is never paid.
func (d *payDesk) earn(t *testing.T, s *server) {
	t.Helper()
	d.rounds++
	kind, body := form(t, []byte("%PDF-1.4\n%%EOF"))
	var made struct {
		ID string `json:"_id"`
	}
	if status := s.post(t, "/api/assignments", d.student, kind, body, &made); status != http.StatusCreated {
		t.Fatalf("submitting: got %d", status)
	}
	path := "/api/assignments/" + made.ID
	d.call(t, s, "PATCH", path, d.admin, map[string]any{"tutor": d.ids["kim"], "price": 20 + d.rounds, "status": "completed"}, nil)
	d.call(t, s, "POST", path+"/accept", d.student, nil, nil)
	for name, cents := range map[string]int{"kim": 101 * d.rounds, "sol": 203 * d.rounds, "lou": -d.rounds} {
		memo := fmt.Sprint("Round ", d.rounds)
		d.call(t, s, "POST", "/api/ledger/adjustments", d.admin, map[string]any{"tutor": d.ids[name], "amount": float64(cents) / 100, "memo": memo}, nil)
	}
	d.kimCents += 100*(20+d.rounds) + 101*d.rounds
	d.solCents += 203 * d.rounds
}

// pay pays what is owed in this round and returns the answer; 0 if the server died
// meanwhile.
func (d *payDesk) pay(s *server, isDoomed bool) (status int, message string) {
	body := fmt.Sprintf(`{"all":true,"method":"Bank transfer","reference":"Round %d"}`, d.rounds)
	request, err := http.NewRequest("POST", s.base+"/api/payouts", strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+d.admin)
	if isDoomed {
		request.Header.Set(doomed, "1")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	var got struct{ Message string }
	_ = json.NewDecoder(answer.Body).Decode(&got) // what breaks off has no message
	return answer.StatusCode, got.Message
}

// isRecorded reports whether the payout of this round is stored. It checks that each payout
// that is has everything that belongs to it, and that nothing belongs to one that is not.
func (d *payDesk) isRecorded(t *testing.T, before int) bool {
	t.Helper()
	db, err := database.Connect(filepath.Join(d.dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var found struct {
		Payouts int `db:"payouts"`
		Of      int `db:"ofRound"`
		// What does not agree.
		Parts   int `db:"parts"`
		Strange int `db:"strange"`
		Told    int `db:"told"`
		Numbers int `db:"numbers"`
		// What was paid, in cents.
		Kim, Sol, Lou int
	}
	err = db.NewQuery(`WITH paid AS (SELECT payout, tutor, sum(tutors) AS cents FROM ledger WHERE kind = 'paid' GROUP BY payout, tutor)
		SELECT (SELECT count(*) FROM payouts) AS payouts,
			(SELECT count(*) FROM payouts WHERE reference = {:reference}) AS ofRound,
			(SELECT count(*) FROM payouts p WHERE p.totalCents != (SELECT coalesce(sum(cents), 0) FROM paid WHERE payout = p.id)
				OR 2 != (SELECT count(*) FROM paid WHERE payout = p.id)
				OR 3 != (SELECT count(*) FROM ledger WHERE kind = 'paid' AND payout = p.id)) AS parts,
			(SELECT count(*) FROM paid WHERE payout NOT IN (SELECT id FROM payouts)) AS strange,
			(SELECT count(*) FROM users u, (SELECT 'notice' AS kind UNION ALL SELECT 'mail')
				WHERE (SELECT count(*) FROM paid WHERE tutor = u.id) != CASE kind WHEN 'mail'
					THEN (SELECT count(*) FROM outbox WHERE user = u.id AND kind = 'payout.sent')
					ELSE (SELECT count(*) FROM notices WHERE user = u.id AND kind = 'payout.sent') END)
				+ ((SELECT count(*) FROM activities WHERE kind = 'payout.sent') != (SELECT count(*) FROM payouts)) AS told,
			(SELECT count(*) FROM (SELECT number, row_number() OVER (ORDER BY number) AS i FROM payouts) WHERE substr(number, -4) != printf('%04d', i)) AS numbers,
			(SELECT coalesce(sum(cents), 0) FROM paid WHERE tutor = {:kim}) AS kim,
			(SELECT coalesce(sum(cents), 0) FROM paid WHERE tutor = {:sol}) AS sol,
			(SELECT coalesce(sum(cents), 0) FROM paid WHERE tutor = {:lou}) AS lou`).
		Bind(dbx.Params{"reference": fmt.Sprint("Round ", d.rounds), "kim": d.ids["kim"], "sol": d.ids["sol"], "lou": d.ids["lou"]}).One(&found)
	if err != nil {
		t.Fatal(err)
	}
	kim, sol := d.kimCents, d.solCents
	if found.Of == 0 {
		kim, sol = kim-100*(20+d.rounds)-101*d.rounds, sol-203*d.rounds
	}
	if found.Of > 1 || found.Payouts != before+found.Of || found.Parts+found.Strange+found.Told+found.Numbers != 0 ||
		found.Kim != kim || found.Sol != sol || found.Lou != 0 {
		t.Errorf("round %d: stored is %+v after %d payouts; Kim should have got %d and Sol %d", d.rounds, found, before, kim, sol)
	}
	return found.Of == 1
}

func TestAHundredKillsLeaveNoPayoutDoubledOrHalfDone(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d, s := openPayDesk(t)
	s.kill()
	next := func(step int) *server {
		program := prepare(t)
		if step > 0 {
			program.Path, program.Args[0] = self, self
			program.Env = append(program.Env, fmt.Sprintf("%s=%d", doom, step))
		}
		return serveBy(t, d.dir, program)
	}
	// Every other kill comes at the next statement of the payout, and after the last one
	// begins again. The others come at any time, from outside.
	const kills = 100
	step, statements, stored, took := 1, 0, 0, 50*time.Millisecond
	s = next(step)
	for i := range kills {
		d.earn(t, s)
		if isDoomed := i%2 == 0; isDoomed {
			if status, message := d.pay(s, true); status != 0 {
				t.Fatalf("a doomed payout was answered with %d %s", status, message)
			}
		} else {
			wait := time.AfterFunc(rand.N(took+took/4), func() { _ = s.process.Process.Kill() })
			_, _ = d.pay(s, false)
			wait.Stop()
		}
		s.kill()
		isStored := d.isRecorded(t, i)
		switch {
		case i%2 > 0:
		case isStored:
			statements, step = max(statements, step-1), 1
		default:
			step++
		}
		if isStored {
			stored++
		}
		following := 0
		if i%2 > 0 {
			following = step
		}
		s = next(following)
		elapsed := clock.Stopwatch()
		status, message := d.pay(s, false)
		switch {
		case isStored && (status != 409 || message != "This payout has already been recorded"):
			t.Errorf("round %d: the repeated payout was answered with %d %s", d.rounds, status, message)
		case !isStored && status != 201:
			t.Errorf("round %d: the interrupted payout was answered with %d %s", d.rounds, status, message)
		case !isStored:
			took = elapsed()
		}
	}
	s.kill()
	if !d.isRecorded(t, kills-1) {
		t.Error("the last payout is missing")
	}
	t.Logf("%d of %d killed payouts were stored; a payout takes %d statements", stored, kills, statements)
	if statements < 10 || stored == kills {
		t.Errorf("the kills came at %d statements at most, and %d payouts were not interrupted", statements, stored)
	}
	if out, code := outcome(t, "ledger", "verify", "--dir="+d.dir); code != 0 {
		t.Errorf("the ledger does not agree: %s", out)
	}
}

// listenToStatements calls a function after each statement of a database connection.
func listenToStatements(db *dbx.DB, executed func()) {
	db.QueryLogFunc = func(context.Context, time.Duration, string, *sql.Rows, error) { executed() }
	db.ExecLogFunc = func(context.Context, time.Duration, string, sql.Result, error) { executed() }
}
