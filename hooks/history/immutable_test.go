package history_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

const unchangeable = "The history cannot be changed"

func TestNobodyCanChangeTheHistory(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	operator := f.Superuser(t)
	id := f.HandIn(t, f.robin.Token, nil)
	entry, err := f.FindFirstRecordByData(store.Activities, store.Assignment, id)
	if err != nil {
		t.Fatal(err)
	}
	guestWork, quote := f.HandIn(t, "", nil), f.AskForQuote(t).Id
	before := f.dump(t)
	path := "/api/collections/activities/records/" + entry.Id
	for field, value := range map[string]string{
		store.Kind: "account.opened", store.Title: "Nothing happened", store.ViaField: "system",
		store.UserField: f.kim.Id, store.ActorField: f.admin.Id, store.Assignment: guestWork, store.Quote: quote,
	} {
		changed := f.find(t, store.Activities, entry.Id)
		changed.Set(field, value)
		if err := f.Save(changed); err == nil || !strings.Contains(err.Error(), unchangeable) {
			t.Errorf("%s of an entry was changed, error %v", field, err)
		}
		if answer := f.Call(t, "PATCH", path, operator, map[string]string{field: value}); answer.Status != http.StatusConflict {
			t.Errorf("the console changed %s: got %d %s, want 409", field, answer.Status, answer.Body)
		}
		for _, token := range []string{"", f.admin.Token, f.robin.Token} {
			f.Call(t, "PATCH", path, token, map[string]string{field: value}).Granted(t, http.StatusNotFound, nil)
		}
	}
	if err := f.Delete(f.find(t, store.Activities, entry.Id)); err == nil || !strings.Contains(err.Error(), unchangeable) {
		t.Errorf("an entry was deleted, error %v", err)
	}
	for _, token := range []string{"", f.admin.Token, operator} {
		if answer := f.Call(t, "DELETE", path, token, nil); answer.Status < 400 {
			t.Errorf("deleting an entry: got %d, want a refusal", answer.Status)
		}
	}
	forged := map[string]string{store.Kind: "account.opened", store.Title: "Forged", store.ViaField: "person", store.ActorField: f.robin.Id}
	if answer := f.Call(t, "POST", "/api/collections/activities/records", operator, forged); answer.Status != http.StatusConflict {
		t.Errorf("the console added an entry: got %d %s, want 409", answer.Status, answer.Body)
	}
	if answer := f.Call(t, "PATCH", path, operator, map[string]string{store.UserField: ""}); answer.Status != http.StatusConflict {
		t.Errorf("the console emptied a reference: got %d %s, want 409", answer.Status, answer.Body)
	}
	if err := f.RunInTransaction(func(tx core.App) error { return tx.Delete(f.find(t, store.Activities, entry.Id)) }); err == nil {
		t.Error("an entry was deleted in a transaction")
	}
	if after := f.dump(t); after != before {
		t.Errorf("stored\n%s\nwant\n%s", after, before)
	}
}
