package hooks_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"deskmate/hooks"
	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// strangers are a student and a tutor whose names and addresses occur nowhere else.
type strangers struct {
	*testkit.App
	admin, student, tutor testkit.Person
	second                testkit.Person // the tutor who takes over
	box                   *testkit.Mailbox
	order, offer          string         // the id of the assignment, and the token of its offer
	file, receipt         string         // of its first delivery
	read                  map[string]int // how many texts each of them has read
	followed              map[string]int // how many signed links each of them has followed
	archived              int            // how many files of archives were seen
}

func newStrangers(t *testing.T) *strangers {
	t.Helper()
	app := testkit.New(t)
	s := &strangers{
		App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill"), box: app.UseMailbox(t), read: map[string]int{}, followed: map[string]int{},
		student: app.Person(t, domain.RoleStudent, "Robin Zyxwardle"), tutor: app.Person(t, domain.RoleTutor, "Kim Quorbent"),
		second: app.Person(t, domain.RoleTutor, "Otto Plainfield"),
	}
	for person, phone := range map[testkit.Person]string{s.student: "+61491570006", s.tutor: "+61491570156"} {
		app.Verify(t, person.Id)
		first, last, _ := strings.Cut(person.GetString(store.Name), " ")
		app.Call(t, "PUT", "/api/users/profile", person.Token, domain.Profile{
			FirstName: first, LastName: last, Email: person.Email(), Phone: phone, Specialization: "Physics", Experience: "Expert",
		}).Granted(t, 200, nil)
	}
	return s
}

// secretsFrom lists what a reader must not find, including a student's last name. The
// names of tutors are public.
func (s *strangers) secretsFrom(reader testkit.Person) []string {
	if reader.Id == s.student.Id {
		return []string{"kim.quorbent", "491570156"}
	}
	return []string{"zyxwardle", "491570006", "0491 570 006"}
}

// check fails if a text that somebody reads names the other person.
func (s *strangers) check(t *testing.T, reader testkit.Person, where, text string) {
	t.Helper()
	for _, secret := range s.secretsFrom(reader) {
		if strings.Contains(strings.ToLower(text), secret) {
			t.Errorf("%s reads %q in %s: %s", reader.GetString(store.Name), secret, where, text)
		}
	}
}

// do calls as one of the two, and checks what they read.
func (s *strangers) do(t *testing.T, reader testkit.Person, method, path string, body any) testkit.Answer {
	t.Helper()
	answer := s.Call(t, method, path, reader.Token, body)
	if answer.Status == http.StatusOK {
		s.read[reader.Id]++
	}
	text := string(answer.Body) + answer.Header.Get("Content-Disposition")
	s.check(t, reader, method+" "+path, text)
	if strings.Contains(path, "sign=") {
		s.checkNames(t, reader, path, answer)
		return answer
	}
	for _, link := range signedLinks.FindAllStringSubmatch(strings.ReplaceAll(text, `\u0026`, "&"), -1) {
		s.followed[reader.Id]++
		s.do(t, reader, "GET", link[1], nil)
	}
	return answer
}

// signedLinks are links in answers that open files without a session.
var signedLinks = regexp.MustCompile(`"(/api/[^"]*[?&]sign=[^"]*)"`)

// checkNames checks the names of the files in an archive.
func (s *strangers) checkNames(t *testing.T, reader testkit.Person, path string, answer testkit.Answer) {
	t.Helper()
	if answer.Status != http.StatusOK || answer.Header.Get("Content-Type") != "application/zip" {
		return
	}
	archive, err := zip.NewReader(bytes.NewReader(answer.Body), int64(len(answer.Body)))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.File {
		s.archived++
		s.check(t, reader, "the names in "+path, file.Name)
	}
}

// seek checks that no tutor finds, filters or sorts work by what they cannot read.
func (s *strangers) seek(t *testing.T, reader testkit.Person) {
	t.Helper()
	for _, list := range []string{"/api/assignments", "/api/assignments/pool"} {
		for _, words := range []string{"Zyxwardle", "robin.zyxwardle", s.student.Email(), "0491 570 006"} {
			for _, query := range []string{"search=", "subject=", "sort=-dueDate&search="} {
				answer := s.do(t, reader, "GET", list+"?"+query+url.QueryEscape(words), nil)
				if body := strings.TrimSpace(string(answer.Body)); answer.Status != http.StatusOK || body != "[]" {
					t.Errorf("%s finds %d %s by %s%s", list, answer.Status, body, query, words)
				}
			}
		}
	}
}

func (s *strangers) readers() []testkit.Person { return []testkit.Person{s.student, s.tutor, s.second} }

// look reads everything that both can read, and their mails.
func (s *strangers) look(t *testing.T, when string) {
	t.Helper()
	for _, reader := range s.readers() {
		if reader.Id != s.student.Id {
			s.seek(t, reader)
		}
		if s.order != "" {
			s.do(t, reader, "POST", "/api/assignments/"+s.order+"/materials-zip/link", nil)
		}
		for _, route := range hooks.Routes() {
			if route.Method != http.MethodGet || route.Who == api.Admins {
				continue
			}
			if strings.HasPrefix(route.Path, "/offers/") && reader.Id != s.student.Id {
				continue // the link was sent to the student alone
			}
			path := strings.NewReplacer(
				"{id}", s.order, "{version}", "1", "{file}", s.file, "{code}", s.receipt, "{token}", s.offer, "{slug}", "essay-writing",
			).Replace(route.Path)
			if answer := s.do(t, reader, "GET", "/api"+path, nil); answer.Status >= 500 {
				t.Errorf("%s: GET %s answers %d %s", when, path, answer.Status, answer.Body)
			}
		}
	}
	s.RunJob(t, "sendMails")
	for _, mail := range s.box.Mails() {
		for _, reader := range s.readers() {
			if strings.Contains(mail.To, reader.Email()) {
				s.check(t, reader, "the mail "+mail.Subject(), mail.Subject()+mail.Text+mail.HTML)
			}
		}
	}
	s.box.Empty()
}

// TestStudentsAndTutorsDoNotLearnWhoTheOtherIs takes an order through its whole life, and
// reads at each step everything that its student and its tutor can read.
func TestStudentsAndTutorsDoNotLearnWhoTheOtherIs(t *testing.T) {
	t.Parallel()
	s := newStrangers(t)
	texts := testkit.NewQuote()
	texts["email"], texts["subject"] = s.student.Email(), "Tides, "+s.student.Email()+" or 0491 570 006"
	texts["description"] = "Two thousand words. Ask me: " + s.student.Email() + " or 0491 570 006."
	var quote struct {
		ID string `json:"_id"`
	}
	s.Call(t, "POST", "/api/quotes", "", testkit.Form{Texts: texts, Files: []testkit.File{
		{Field: "files", Name: s.student.Email() + ".pdf", Content: testkit.PDF("The tides")},
	}}).Granted(t, 201, &quote)
	s.Price(t, s.admin.Token, quote.ID, 120.5)
	token := s.OfferToken(t, s.admin.Token, quote.ID)
	s.offer = token
	s.look(t, "an offer to somebody else")
	var accepted struct{ Assignment string }
	s.do(t, s.student, "POST", "/api/offers/"+token+"/accept", map[string]any{"version": 1, "acceptTerms": true}).Granted(t, 201, &accepted)
	s.order = accepted.Assignment
	path := "/api/assignments/" + s.order
	s.do(t, s.tutor, "GET", path, nil).Refused(t, 404, "Assignment not found")
	s.Call(t, "PUT", path+"/pool", s.admin.Token, map[string]bool{"open": true}).Granted(t, 200, nil)
	s.look(t, "in the pool")
	s.do(t, s.tutor, "POST", path+"/claim", nil).Granted(t, 200, nil)
	s.look(t, "in progress")
	s.do(t, s.tutor, "POST", path+"/hand-back", map[string]string{"reason": "Ask " + s.student.Email()}).Granted(t, 200, nil)
	s.look(t, "handed back")
	s.Call(t, "PATCH", path, s.admin.Token, map[string]string{"tutor": s.second.Id}).Granted(t, 200, nil)
	s.look(t, "with another tutor")
	s.do(t, s.tutor, "GET", path, nil).Refused(t, 404, "Assignment not found")
	s.Call(t, "PATCH", path, s.admin.Token, map[string]string{"tutor": s.tutor.Id}).Granted(t, 200, nil)
	s.do(t, s.tutor, "POST", path+"/start", nil).Granted(t, 200, nil)

	var first struct {
		Receipt string
		Files   []struct {
			ID string `json:"_id"`
		}
	}
	s.deliver(t, "Write to me: "+s.tutor.Email()).Granted(t, 201, &first)
	s.file, s.receipt = first.Files[0].ID, first.Receipt
	s.look(t, "delivered")
	s.do(t, s.student, "POST", path+"/revisions", map[string]string{"reason": "Call me on 0491 570 006, " + s.student.Email()}).Granted(t, 201, nil)
	s.look(t, "in revision")
	s.deliver(t, "All done.").Granted(t, 201, nil)
	s.look(t, "delivered again")
	s.do(t, s.student, "POST", path+"/accept", nil).Granted(t, 200, nil)
	s.do(t, s.student, "POST", path+"/rating", map[string]any{"rating": 5, "comment": "Thank you. " + s.student.Email()}).Granted(t, 201, nil)
	s.look(t, "accepted and rated")
	s.Call(t, "PATCH", path, s.admin.Token, map[string]string{"status": "graded", "grade": "A", "feedback": "Well argued."}).Granted(t, 200, nil)
	s.look(t, "graded")
	for _, opener := range []testkit.Person{s.student, s.tutor} {
		var claim struct {
			ID string `json:"_id"`
		}
		s.do(t, opener, "POST", path+"/claims", map[string]string{"kind": "dispute", "reason": "Write to " + opener.Email()}).Granted(t, 201, &claim)
		s.look(t, "in dispute")
		s.Call(t, "PATCH", "/api/claims/"+claim.ID, s.admin.Token, map[string]string{"decision": "decline", "outcome": "Both are right"}).Granted(t, 200, nil)
		s.look(t, "after a dispute")
	}
	for _, reader := range s.readers() {
		if s.read[reader.Id] < 200 || s.followed[reader.Id] == 0 {
			t.Errorf("%s has read %d texts and followed %d links only", reader.GetString(store.Name), s.read[reader.Id], s.followed[reader.Id])
		}
	}
	if s.archived == 0 {
		t.Error("nobody opened the archive of the brief")
	}
}

// deliver delivers the next version of the work.
func (s *strangers) deliver(t *testing.T, note string) testkit.Answer {
	t.Helper()
	return s.do(t, s.tutor, "POST", "/api/assignments/"+s.order+"/deliveries", testkit.Form{
		Texts: map[string]string{"note": note}, Files: []testkit.File{{Field: "files", Name: "tides.txt", Content: []byte("The tides rise and fall.")}},
	})
}
