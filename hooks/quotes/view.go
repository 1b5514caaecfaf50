package quotes

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
)

// quoteView is a quote request as admins read it. Deadline and DeadlineTime are in
// the visitor's time zone, as the visitor sent them. DueAt is the same moment in UTC.
// Service is a slug; ServiceName is empty if no service has it.
type quoteView struct {
	ID           string     `json:"_id"`
	Reference    string     `json:"reference"`
	Email        string     `json:"email"`
	Phone        string     `json:"phone"`
	CountryCode  string     `json:"countryCode"`
	Service      string     `json:"service"`
	ServiceName  string     `json:"serviceName"`
	Subject      string     `json:"subject"`
	Description  string     `json:"description"`
	Deadline     string     `json:"deadline"`
	DeadlineTime string     `json:"deadlineTime"`
	TimeZone     string     `json:"timeZone"`
	DueAt        string     `json:"dueAt"`
	Pages        int        `json:"pages"`
	Status       string     `json:"status"`
	Amount       float64    `json:"amount"`
	Currency     string     `json:"currency"`
	Note         string     `json:"note"`
	ValidUntil   string     `json:"validUntil"`
	Files        []fileView `json:"files"`
	CreatedAt    string     `json:"createdAt"`
	PurgeAt      *string    `json:"purgeAt"` // when its files are deleted, once the board has announced it

	// The offer: its version, when its link was first read, and why it was declined.
	Version       int           `json:"version"`
	OpenedAt      *string       `json:"openedAt"`
	DeclineReason string        `json:"declineReason"`
	Assignment    *string       `json:"assignment"`
	Versions      []versionView `json:"versions"`

	// OwnCase is true for an admin who asked for it, and may not price it.
	OwnCase bool `json:"ownCase,omitempty"`
}

type versionView struct {
	Version    int     `json:"version"`
	Amount     float64 `json:"amount"`
	ValidUntil string  `json:"validUntil"`
	Note       string  `json:"note"`
	CreatedAt  string  `json:"createdAt"`
}

// fileView is a file of a quote request. Its address is empty once the file was deleted, and
// while nobody may open it: State, which is left out otherwise, says why.
type fileView struct {
	Name     string  `json:"name"`
	Size     int64   `json:"size"`
	URL      string  `json:"url"`
	PurgedAt *string `json:"purgedAt"`
	State    string  `json:"state,omitempty"` // "checking" or "infected"
}

// quoteViewFor returns the view of quote requests for one admin.
func quoteViewFor(reader *core.Record, now time.Time) func(store.QuoteRow) quoteView {
	return func(row store.QuoteRow) quoteView {
		deadline := row.Deadline.Time()
		if zone, err := time.LoadLocation(row.TimeZone); err == nil {
			deadline = deadline.In(zone)
		}
		attached := make([]fileView, len(row.Files))
		for i, file := range row.Files {
			attached[i] = fileView{Name: file.Name, Size: file.Size, State: row.FileStates.Shown(file.File)}
			if file.PurgedAt != "" {
				attached[i].PurgedAt = &file.PurgedAt
				continue
			}
			if attached[i].State == "" {
				attached[i].URL = files.Link(filePath(row.ID, file.File), file.File, reader, now)
			}
		}
		versions := make([]versionView, len(row.Versions))
		for i, v := range row.Versions {
			versions[i] = versionView{v.Version, domain.Units(v.AmountCents), string(v.ValidUntil), v.Note, string(v.Created)}
		}
		view := quoteView{
			ID: row.ID, Reference: row.Reference, Email: row.Email, Phone: row.Phone, CountryCode: row.CountryCode,
			Service: row.Service, ServiceName: row.ServiceName, Subject: row.Subject, Description: row.Description,
			Deadline: deadline.Format(time.DateOnly), DeadlineTime: deadline.Format("15:04"), TimeZone: row.TimeZone, DueAt: string(row.Deadline),
			Pages: row.Pages, Status: domain.QuoteStatus(row.Status, row.ValidUntil.Time(), now), Amount: domain.Units(row.AmountCents), Currency: row.Currency,
			Note: row.Note, ValidUntil: string(row.ValidUntil), Files: attached,
			CreatedAt: string(row.Created),
			Version:   row.Version, DeclineReason: row.Reason, Versions: versions,
			OwnCase: domain.IsOwnCase(store.ReaderOf(reader), row.Student, row.Email),
		}
		if row.OpenedAt != "" {
			opened := string(row.OpenedAt)
			view.OpenedAt = &opened
		}
		if row.Assignment != "" {
			view.Assignment = &row.Assignment
		} else if row.PurgeAt != "" && len(row.Files) > len(row.Files.Purged()) {
			at := string(row.PurgeAt)
			view.PurgeAt = &at
		}
		return view
	}
}

// filePath is the address of a file of a quote request.
func filePath(id, file string) string { return "/api/quotes/" + id + "/files/" + file }
