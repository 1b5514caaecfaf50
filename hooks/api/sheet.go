package api

import (
	"github.com/pocketbase/pocketbase/core"
)

// Sheet is a table of a few rows that admins download as CSV, like an Export.
type Sheet[T any] struct {
	Path    string // its address, such as /desk/figures.csv
	File    string // names the file
	Rows    func(e *core.RequestEvent) ([]T, error)
	Columns []Column[T]
}

// Routes are the sheet itself and the call that makes a link to it.
func (s Sheet[T]) Routes() []Route {
	return []Route{
		{Method: "GET", Path: s.Path, Who: Admins, Handler: s.download, Sends: ExportedFile},
		{Method: "POST", Path: s.Path + "/link", Who: Admins, Handler: s.link, Unlimited: true},
	}
}

// link answers with a link to the sheet with the same query, unless the sheet would refuse it.
func (s Sheet[T]) link(e *core.RequestEvent) error {
	if _, err := s.Rows(e); err != nil {
		return err
	}
	return answerLink(e)
}

func (s Sheet[T]) download(e *core.RequestEvent) error {
	rows, err := s.Rows(e)
	if err != nil {
		return err
	}
	return sendCSV(e, s.File, s.Columns, func(write func(T) error) error {
		for _, row := range rows {
			if err := write(row); err != nil {
				return err
			}
		}
		return nil
	})
}
