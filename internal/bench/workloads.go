package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// workload is something that people do, and the request for it to each server.
type workload struct {
	name     string
	rows     string // the FROM clause that counts the rows it concerns; empty if it concerns none
	skip     int    // rows before the page
	page     int    // rows of a page; 0 for all
	answer   string // what the response contains if it is not a list
	requests map[kind]call
}

// call is a request by somebody: an e-mail address, or empty for a visitor.
type call struct {
	method, path, as  string
	contentType, body string
}

// target returns the request to a server. Answers are not compressed.
func (c call) target(s *server) vegeta.Target {
	header := http.Header{"Accept-Encoding": {"identity"}}
	if token := s.tokens[c.as]; token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	if c.contentType != "" {
		header.Set("Content-Type", c.contentType)
	}
	return vegeta.Target{Method: c.method, URL: "http://" + s.address + c.path, Header: header, Body: []byte(c.body)}
}

const (
	pageRows      = 50
	deepPage      = 200
	studentRows   = 20
	notDeleted    = "assignments a WHERE a.deletedAt = ''"
	pocketBase    = "/api/collections/assignments/records?skipTotal=1&expand=student,tutor&sort=-created&"
	assignments   = "/api/assignments/all?page=1"
	firstPage     = "admin's list, first 50"
	withStudent   = "assignments a LEFT JOIN users s ON s.id = a.student WHERE a.deletedAt = ''"
	withEverybody = `activities x LEFT JOIN users c ON c.id = x.actor LEFT JOIN users u ON u.id = x.user
		LEFT JOIN assignments a ON a.id = x.assignment LEFT JOIN quotes q ON q.id = x.quote WHERE `
)

func get(path, as string) call { return call{method: "GET", path: path, as: as} }

// comparedWorkloads are what all three servers can list. Pages counts the pages of the admin's list.
func comparedWorkloads(pages int) []workload {
	deep := min(deepPage, pages)
	open := url.QueryEscape("deletedAt = ''")
	own := url.QueryEscape("deletedAt = '' && student = '" + accountID("s", 0) + "'")
	return []workload{
		{name: "student's list, 20", rows: notDeleted + " AND a.student = '" + accountID("s", 0) + "'", page: studentRows, requests: map[kind]call{
			floorServer:      get("/student", studentEmail),
			pocketBaseServer: get(fmt.Sprintf("%sperPage=%d&filter=%s", pocketBase, studentRows, own), studentEmail),
			deskmateServer:   get(fmt.Sprintf("/api/assignments?perPage=%d", studentRows), studentEmail),
		}},
		{name: firstPage, rows: notDeleted, page: pageRows, requests: map[kind]call{
			floorServer:      get("/page?offset=0", adminEmail),
			pocketBaseServer: get(fmt.Sprintf("%sperPage=%d&filter=%s", pocketBase, pageRows, open), adminEmail),
			deskmateServer:   get(assignments, adminEmail),
		}},
		{name: fmt.Sprintf("page %d of %d", deep, pageRows), rows: notDeleted, skip: (deep - 1) * pageRows, page: pageRows, requests: map[kind]call{
			floorServer:      get(fmt.Sprintf("/page?offset=%d", (deep-1)*pageRows), adminEmail),
			pocketBaseServer: get(fmt.Sprintf("%spage=%d&perPage=%d&filter=%s", pocketBase, deep, pageRows, open), adminEmail),
			deskmateServer:   get(fmt.Sprintf("/api/assignments/all?page=%d", deep), adminEmail),
		}},
	}
}

// changingWorkloads are measured last: they write, or spend their time on passwords.
func changingWorkloads() []workload {
	credentials := func(path, identity string) call {
		return call{method: "POST", path: path, contentType: "application/json",
			body: fmt.Sprintf(`{%q: %q, "password": %q}`, identity, returningEmail, password)}
	}
	return []workload{
		{name: "log in", answer: `"token":`, requests: map[kind]call{
			pocketBaseServer: credentials("/api/collections/users/auth-with-password", "identity"),
			deskmateServer:   credentials("/api/auth/login", "email"),
		}},
		{name: "hand in, with a file of 1 kB", answer: handInTitle, requests: map[kind]call{
			floorServer:      handIn("/assignments"),
			pocketBaseServer: handIn("/api/collections/assignments/records"),
			deskmateServer:   handIn("/api/assignments"),
		}},
	}
}

const handInTitle = "Measured hand-in"

// handIn submits an assignment with a small text file.
func handIn(path string) call {
	const boundary = "boundary-of-the-measurement"
	var body strings.Builder
	for _, field := range [][2]string{
		{"title", handInTitle}, {"description", "An essay on tides, with sources."}, {"dueDate", "2099-12-01T10:00:00Z"},
		{"subject", "Physics"}, {"priority", "High"},
		{"status", "submitted"}, {"student", accountID("s", 0)}, {"policy", benchPolicy}, // Deskmate sets these itself
	} {
		fmt.Fprintf(&body, "--%s\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", boundary, field[0], field[1])
	}
	fmt.Fprintf(&body, "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"essay.txt\"\r\nContent-Type: text/plain\r\n\r\n%s\r\n--%[1]s--\r\n",
		boundary, strings.Repeat("The tide follows the moon.\n", 38))
	return call{method: "POST", path: path, as: studentEmail, contentType: "multipart/form-data; boundary=" + boundary, body: body.String()}
}

// deskmateWorkloads are compared with Deskmate's first page of 50. Total counts the
// assignments in the admin's list.
func deskmateWorkloads(total int) []workload {
	var workloads []workload
	add := func(name, path, rows string, page int) {
		workloads = append(workloads, workload{name: name, rows: rows, page: page, requests: map[kind]call{deskmateServer: get(path, adminEmail)}})
	}
	for _, list := range []struct{ noun, path, rows, columns, few, many string }{
		{"assignments", assignments, withStudent + " AND ", "a.title a.subject s.name s.email a.guestEmail", inFew, inMany},
		{"users", "/api/users?page=1", "users u WHERE ", "u.name u.email", inFewNames, "students"},
		{"quotes", "/api/quotes?page=1", "quotes q WHERE ", "q.reference q.subject q.email", inFew, "visitor"},
		{"activities", "/api/activities?page=1", withEverybody, "c.name c.email u.name u.email a.title q.reference", inFew, inMany},
	} {
		for _, search := range []struct{ hits, text string }{
			{"no hit", nowhere}, {"no hit, two letters", nowhereShort}, {"few hits", list.few}, {"many hits", list.many},
		} {
			var either []string
			for column := range strings.FieldsSeq(list.columns) {
				either = append(either, column+" LIKE '%"+search.text+"%'")
			}
			add("search "+list.noun+", "+search.hits, list.path+"&search="+search.text, list.rows+"("+strings.Join(either, " OR ")+")", pageRows)
		}
	}
	add("activities of a busy person", "/api/activities?page=1&person="+busyAdmin,
		"activities WHERE actor = '"+busyAdmin+"' OR user = '"+busyAdmin+"'", pageRows)
	add("graded, by title", assignments+"&sort=title&status=graded", notDeleted+" AND a.status = 'graded'", pageRows)
	add("priority High", assignments+"&priority=High", notDeleted+" AND a.priority = 'High'", pageRows)
	add("a rare status", assignments+"&status="+rareStatus, notDeleted+" AND a.status = '"+rareStatus+"'", pageRows)
	add("due in the future", assignments+"&due=upcoming", notDeleted+" AND a.dueDate = '"+farFuture+"'", pageRows)
	last := (total-1)/pageRows + 1
	add("the last page", "/api/assignments/all?page="+strconv.Itoa(last), notDeleted, pageRows)
	workloads[len(workloads)-1].skip = (last - 1) * pageRows
	add("experts", "/api/experts", "users WHERE role = 'tutor' AND status = 'active' AND listed", 0)
	add("tutors", "/api/tutors", "users WHERE role = 'tutor' AND status = 'active'", 0)
	for _, statistics := range []struct{ name, path, answer string }{
		{"statistics of assignments", "/api/assignments/stats", fmt.Sprintf(`"totalAssignments":%d`, total)},
		{"statistics of users", "/api/users/stats", `"totalUsers":`},
	} {
		workloads = append(workloads, workload{name: statistics.name, answer: statistics.answer,
			requests: map[kind]call{deskmateServer: get(statistics.path, adminEmail)}})
	}
	return workloads
}

// check checks the body of a response: how many rows a list shows, or what it contains.
func (w workload) check(k kind, body []byte, shown int) error {
	if w.answer != "" {
		if !strings.Contains(string(body), w.answer) {
			return fmt.Errorf("%s is missing in %s", w.answer, body)
		}
		return nil
	}
	var rows []json.RawMessage
	var err error
	if k == pocketBaseServer {
		answer := struct {
			Items *[]json.RawMessage `json:"items"`
		}{&rows}
		err = json.Unmarshal(body, &answer)
	} else {
		err = json.Unmarshal(body, &rows)
	}
	if err == nil && len(rows) != shown {
		err = fmt.Errorf("it shows %d rows instead of %d", len(rows), shown)
	}
	return err
}
