package orders_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/testkit"
)

// Ten tutors take a hundred assignments at the same time: each goes to one of them, and
// nobody gets more than they may have.
func TestTutorsRaceForThePool(t *testing.T) {
	t.Parallel()
	race(t, 5)
}

// All of them try everything, and may have it.
func TestTutorsEmptyThePool(t *testing.T) {
	t.Parallel()
	race(t, 100)
}

// race has ten tutors race for a hundred assignments, again and again.
func race(t *testing.T, limit int) {
	t.Helper()
	chance.Long(t)
	rounds, tutors, works := chance.Rounds(8, 20), 10, 100
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	setSite(t, app, map[string]any{store.MaxOpen: limit})
	template := app.HandIn(t, robin.Token, nil)
	offer(t, app, admin, template)
	references := make([]string, rounds*works)
	for i := range references {
		references[i] = fmt.Sprintf("A-RACE%d", i)
	}
	copies := app.CopyRows(t, store.Assignments, template, rounds*works, dbx.Params{store.Reference: references})
	for round := range rounds {
		people := make([]testkit.Person, tutors)
		for i := range people {
			people[i] = app.Person(t, domain.RoleTutor, fmt.Sprintf("Tutor %d of %d", i, round))
		}
		ids := copies[round*works : (round+1)*works]
		taken := make([]map[string]bool, tutors)
		var racing sync.WaitGroup
		for i, tutor := range people {
			taken[i] = map[string]bool{}
			racing.Go(func() {
				// All go for the same ones first, and try beyond the limit.
				order := append(append([]string{}, ids[:8]...), ids[rand.IntN(works-12):][:12]...)
				if limit >= works {
					order = slices.Clone(ids)
					rand.Shuffle(works, func(i, j int) { order[i], order[j] = order[j], order[i] })
				}
				for _, id := range order {
					switch answer := take(t, app, tutor, id); answer.Status {
					case 200:
						taken[i][id] = true
					case 409:
					default:
						t.Errorf("got %d %s", answer.Status, answer.Body)
					}
				}
			})
		}
		racing.Wait()
		granted, holders := 0, map[string]int{}
		for i, tutor := range people {
			granted += len(taken[i])
			for id := range taken[i] {
				holders[id]++
			}
			var stored []string
			err := app.DB().Select("id").From(store.Assignments).Where(dbx.HashExp{store.Tutor: tutor.Id, store.Status: domain.StatusInProgress}).Column(&stored)
			if err != nil {
				t.Fatal(err)
			}
			if len(stored) != len(taken[i]) || len(stored) > limit {
				t.Errorf("a tutor was told of %d assignments and has %d, of %d", len(taken[i]), len(stored), limit)
			}
			for _, id := range stored {
				if !taken[i][id] {
					t.Errorf("a tutor has %s without knowing", id)
				}
			}
		}
		if limit >= works && (granted != works || len(holders) != works) {
			t.Errorf("%d takings were granted of %d assignments, of %d", granted, len(holders), works)
		}
	}
}

func TestTwoTutorsAskAtOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	setSite(t, app, map[string]any{store.MaxOpen: 1000})
	pair := []testkit.Person{app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleTutor, "Otto Lind")}
	for range 20 {
		id := app.HandIn(t, robin.Token, nil)
		offer(t, app, admin, id)
		answers := make([]testkit.Answer, 2)
		var racing sync.WaitGroup
		for i, tutor := range pair {
			racing.Go(func() { answers[i] = take(t, app, tutor, id) })
		}
		racing.Wait()
		winner, loser := answers[0], answers[1]
		if winner.Status != 200 {
			winner, loser = loser, winner
		}
		winner.Granted(t, 200, nil)
		loser.Refused(t, 409, "Somebody else has taken this assignment")
	}
}
