package orders

import (
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// receiptRoutes returns the routes of this package.
func receiptRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/receipts/{code}", Who: api.Anyone, Handler: showReceipt},
	}
}

// receiptView is a receipt as anybody may read it. It names no account.
type receiptView struct {
	Code        string            `json:"code"`
	Reference   string            `json:"reference"`
	Version     int               `json:"version"`
	DeliveredAt string            `json:"deliveredAt"`
	Files       []receiptFileView `json:"files"`
}

type receiptFileView struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

func showReceipt(e *core.RequestEvent) error {
	code := strings.ToUpper(strings.TrimSpace(e.Request.PathValue("code")))
	receipt, err := store.FindReceipt(e.Request.Context(), e.App, code)
	if errors.Is(err, sql.ErrNoRows) {
		return failures.NotFound("Receipt not found")
	}
	if err != nil {
		return err
	}
	view := receiptView{
		Code: receipt.Code, Reference: receipt.Reference, Version: receipt.Version,
		DeliveredAt: string(receipt.Created), Files: []receiptFileView{},
	}
	for _, file := range receipt.Files {
		view.Files = append(view.Files, receiptFileView{file.Name, file.Size, file.SHA256})
	}
	return e.JSON(http.StatusOK, view)
}
