package live_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// books are the collections that belong to orders. No browser hears of them.
var books = []string{store.Offers, store.OfferVersionRows, store.Payments, store.Claims, store.Invoices, store.Revisions}

func TestNoBrowserHearsOfAnOrdersMoneyOrLinks(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	url := testkit.Listen(t, app.Handler())
	ada, robin, nia := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	topics := []string{"*"}
	for _, name := range books {
		topics = append(topics, name, name+"/*", collection(t, app, name).Id+"/*", name+`/*?options={"query":{"expand":"assignment,quote"}}`)
	}
	browsers := listeners{
		"the admin": listen(t, url, ada.Token, topics...), "the student": listen(t, url, robin.Token, topics...),
		"another student": listen(t, url, nia.Token, topics...), "a tutor": listen(t, url, kim.Token, topics...),
		"a guest": listen(t, url, "", topics...),
	}

	var asked struct {
		ID string `json:"_id"`
	}
	app.Call(t, "POST", "/api/quotes", robin.Token, testkit.NewQuote()).Granted(t, 201, &asked)
	patch(t, app, ada, "quotes/"+asked.ID, map[string]any{"status": "quoted", "amount": 120.5, "validUntil": "2031-01-01"})
	var link struct{ URL string }
	app.Call(t, "POST", "/api/quotes/"+asked.ID+"/offer-link", ada.Token, nil).Granted(t, 201, &link)
	_, token, _ := strings.Cut(link.URL, "/offers/")
	app.Call(t, "GET", "/api/offers/"+token, "", nil).Granted(t, 200, nil)
	var accepted struct{ Assignment string }
	app.Call(t, "POST", "/api/offers/"+token+"/accept", robin.Token, map[string]any{"version": 1, "acceptTerms": true}).Granted(t, 201, &accepted)
	path := "/api/assignments/" + accepted.Assignment
	app.Call(t, "POST", path+"/payments", ada.Token, map[string]any{"amount": 50, "method": "Cash", "reference": "TX 1"}).Granted(t, 201, nil)
	patch(t, app, ada, "assignments/"+accepted.Assignment, map[string]any{"status": "completed"})
	app.Call(t, "POST", path+"/revisions", robin.Token, map[string]any{"reason": "Write to robin@home.example"}).Granted(t, 201, nil)
	patch(t, app, ada, "assignments/"+accepted.Assignment, map[string]any{"status": "submitted"})
	app.Call(t, "POST", path+"/cancel", robin.Token, map[string]any{"reason": "No longer needed"}).Granted(t, 200, nil)
	for _, name := range books {
		if count, err := app.CountRecords(name, dbx.NewExp("id != ''")); err != nil || count == 0 {
			t.Errorf("there is nothing in %s, %v", name, err)
		}
	}

	claim, err := app.FindFirstRecordByData(store.Claims, store.Assignment, accepted.Assignment)
	if err != nil {
		t.Fatal(err)
	}
	refund := about(store.Claims, "create", claim.Id) // our own message, not PocketBase's
	browsers["the student"].wait(t, assignment("create", accepted.Assignment), 1)
	browsers["the student"].wait(t, assignment("update", accepted.Assignment), 2)
	for name, l := range browsers {
		client, err := app.SubscriptionsBroker().ClientById(l.id)
		if err != nil {
			t.Fatal(err)
		}
		client.Send(subscriptions.Message{Name: endMarker, Data: []byte("{}")})
		l.wait(t, endMarker, 1)
		for _, message := range l.all() {
			if message == refund && (name == "the admin" || name == "the student") {
				continue
			}
			noun, _, _ := strings.Cut(message, " ")
			noun, _, _ = strings.Cut(noun, "/")
			mayHear := noun == store.Assignments && (name == "the admin" || name == "the student") || noun == store.Quotes && (name == "the admin" || name == "the student") ||
				noun == store.Texts && name == "the admin"
			if slices.Contains(books, noun) || !mayHear && message != endMarker {
				t.Errorf("%s heard %q", name, message)
			}
		}
	}
}
