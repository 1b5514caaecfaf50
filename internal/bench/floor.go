package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/pocketbase/pocketbase/tools/security"
	_ "modernc.org/sqlite"
)

// floor answers the measured requests with as little as possible: net/http, prepared
// statements and encoding/json. It has no access rights, limits or totals. Durability
// and the size of the page cache are those of Deskmate.
type floor struct {
	dir    string
	db     *sql.DB
	writer sync.Mutex
}

type floorAssignment struct {
	ID          string      `json:"_id"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	DueDate     string      `json:"dueDate"`
	Subject     string      `json:"subject"`
	Priority    string      `json:"priority"`
	Status      string      `json:"status"`
	File        string      `json:"fileUrl"`
	FileName    string      `json:"fileName"`
	Student     floorPerson `json:"student"`
	Tutor       floorPerson `json:"tutor"`
	Grade       string      `json:"grade"`
	Feedback    string      `json:"feedback"`
	Type        string      `json:"type"`
	Price       float64     `json:"price"`
	CreatedAt   string      `json:"createdAt"`
	UpdatedAt   string      `json:"updatedAt"`
}

type floorPerson struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Email string `json:"email,omitempty"`
}

const (
	floorColumns = `SELECT a.id, a.title, a.description, a.dueDate, a.subject, a.priority, a.status, a.file, a.fileName,
		a.student, coalesce(s.name, ''), coalesce(s.email, ''), a.tutor, coalesce(t.name, ''),
		a.grade, a.feedback, a.type, a.priceCents / 100.0, a.created, a.updated `
	floorNames = ` LEFT JOIN users s ON s.id = a.student LEFT JOIN users t ON t.id = a.tutor `
)

// serveFloor serves a data folder until the process ends.
func serveFloor(ctx context.Context, dir, address string) error {
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db")+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)"+
		"&_pragma=synchronous(FULL)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-2000)&_txlock=immediate")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxIdleConns(connections + 1)
	list, err := db.PrepareContext(ctx, floorColumns+"FROM assignments a"+floorNames+
		"WHERE a.student = ? AND a.deletedAt = '' ORDER BY a.created DESC, a.rowid DESC LIMIT 20")
	if err != nil {
		return err
	}
	page, err := db.PrepareContext(ctx, floorColumns+`FROM (SELECT rowid AS row FROM assignments INDEXED BY floor_page WHERE deletedAt = ''
		ORDER BY created DESC, rowid DESC LIMIT 50 OFFSET ?) p CROSS JOIN assignments a ON a.rowid = p.row`+floorNames)
	if err != nil {
		return err
	}
	f := &floor{dir: dir, db: db}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/health", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") })
	mux.HandleFunc("GET /student", handle(func(r *http.Request) (any, error) {
		return readFloor(r.Context(), list, accountID("s", 0))
	}))
	mux.HandleFunc("GET /page", handle(func(r *http.Request) (any, error) {
		return readFloor(r.Context(), page, r.URL.Query().Get("offset"))
	}))
	mux.HandleFunc("POST /assignments", handle(f.create))
	return http.ListenAndServe(address, mux)
}

func handle(answer func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := answer(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(body)
	}
}

func readFloor(ctx context.Context, query *sql.Stmt, bound any) ([]floorAssignment, error) {
	rows, err := query.QueryContext(ctx, bound)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make([]floorAssignment, 0, 50)
	for rows.Next() {
		var a floorAssignment
		if err := rows.Scan(&a.ID, &a.Title, &a.Description, &a.DueDate, &a.Subject, &a.Priority, &a.Status, &a.File, &a.FileName,
			&a.Student.ID, &a.Student.Name, &a.Student.Email, &a.Tutor.ID, &a.Tutor.Name,
			&a.Grade, &a.Feedback, &a.Type, &a.Price, &a.CreatedAt, &a.UpdatedAt); err != nil {
			return nil, err
		}
		found = append(found, a)
	}
	return found, rows.Err()
}

func (f *floor) create(r *http.Request) (any, error) {
	if err := r.ParseMultipartForm(256 << 10); err != nil {
		return nil, err
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	id, now := security.PseudorandomString(15), stamp(lastMoment)
	folder := filepath.Join(f.dir, "storage", id)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, header.Filename), content, 0o644); err != nil {
		return nil, err
	}
	a := floorAssignment{
		ID: id, Title: r.FormValue("title"), Description: r.FormValue("description"), DueDate: r.FormValue("dueDate"), Subject: r.FormValue("subject"),
		Priority: r.FormValue("priority"), Status: "submitted", File: header.Filename, FileName: header.Filename,
		Student: floorPerson{ID: accountID("s", 0)}, CreatedAt: now, UpdatedAt: now,
	}
	return a, f.store(r.Context(), a)
}

// store writes an assignment and its history entry in one transaction.
func (f *floor) store(ctx context.Context, a floorAssignment) error {
	f.writer.Lock()
	defer f.writer.Unlock()
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if _, err := tx.ExecContext(ctx, `INSERT INTO assignments (id, title, description, dueDate, subject, priority, status, student, file, fileName, created, updated)
		VALUES (?, ?, ?, ?, ?, ?, 'submitted', ?, ?, ?, ?, ?)`, a.ID, a.Title, a.Description, a.DueDate, a.Subject, a.Priority, a.Student.ID,
		a.File, a.FileName, a.CreatedAt, a.UpdatedAt); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO activities (id, user, actor, assignment, kind, title, via, created, updated)
		VALUES (?, ?, ?, ?, 'assignment.submitted', 'Handed in', 'person', ?, ?)`,
		"h"+a.ID[1:], a.Student.ID, a.Student.ID, a.ID, a.CreatedAt, a.UpdatedAt); err != nil {
		return err
	}
	return tx.Commit()
}
