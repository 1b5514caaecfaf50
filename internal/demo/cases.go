package demo

import (
	"fmt"
	"time"

	"deskmate/hooks/domain"
)

// present are orders that stand today where few do for long. The steps from the request to
// the start of the work take 50 hours; what follows is told by their functions.
var present = []struct {
	sale
	tell func(b *builder, id string, s sale) error
}{
	{sale{13, "robin", "sol", "Optics", "lab-report-writing", 145, 9}, func(b *builder, id string, s sale) error {
		// A refund that was approved, and is paid within the next days.
		c := claimed{order: id, opener: s.student, kind: domain.ClaimRefund, reason: "The measurements of the second part are missing.", amount: 60}
		return b.afterDelivery(id, s, func() error {
			return b.decide(c, "approve", "The second part is missing indeed. We return what it would have cost.")
		})
	}},
	{sale{8.6, "robin", "kim", "Logic", "essay-writing-assistance", 130, 9}, func(b *builder, id string, s sale) error {
		// A refund request that waits for a decision.
		c := claimed{order: id, opener: s.student, kind: domain.ClaimRefund, reason: "The second proof answers another question than the one in my brief."}
		return b.afterDelivery(id, s, func() error { return b.openClaim(&c) })
	}},
	{sale{12, "wren", "otto", "Contract law", "research-paper", 210, 10}, func(b *builder, id string, s sale) error {
		// A dispute that should have been decided.
		c := claimed{order: id, opener: s.student, kind: domain.ClaimDispute, reason: "Two of the cases that the work relies on do not say what it claims."}
		return b.afterDelivery(id, s, func() error { return b.openClaim(&c) })
	}},
	{sale{16, "kit", "sol", "Statistics", "report-project-writing", 175, 9}, func(b *builder, id string, s sale) error {
		// A refund that was declined, and disputed: the tutor was right.
		c := claimed{order: id, opener: s.student, kind: domain.ClaimRefund, reason: "My lecturer wanted another test."}
		return b.afterDelivery(id, s, func() error {
			if err := b.decide(c, "decline", "The test is the one that the brief names."); err != nil {
				return err
			}
			b.past.advance(8 * time.Hour)
			c.kind, c.reason = domain.ClaimDispute, "The brief named it as an example."
			return b.decide(c, "decline", "The brief asks for this test by its name. The work stands as delivered.")
		})
	}},
	{sale{26, "kit", "kim", "Art history", "referencing-citation", 95, 12}, func(b *builder, id string, s sale) error {
		// A refund that should have been paid.
		_, err := b.cancel(id, s)
		return err
	}},
	{sale{10, "tomas", "vic", "Marketing", "custom-assignment-writing", 160, 14}, func(*builder, string, sale) error {
		return nil // its tutor is inactive now
	}},
	{sale{4, "yuki", "imani", "Nutrition", "literature-review-writing", 150, 5}, func(*builder, string, sale) error {
		return nil // due soon
	}},
	{sale{5, "nia", "imani", "Epidemiology", "annotated-bibliography", 120, 6}, func(b *builder, id string, s sale) error {
		// Delivered early, and accepted by its student.
		b.past.advance(20 * time.Hour)
		assignment, err := b.find(id)
		if err != nil {
			return err
		}
		if err := b.deliver(assignment, 1, s.tutor, notes[0]); err != nil {
			return err
		}
		b.past.advance(9 * time.Hour)
		return b.call(s.student, "POST", "/assignments/"+id+"/accept", nil, nil)
	}},
}

// tellCases tells what stands on the desk today.
func (b *builder) tellCases() {
	for i, c := range present {
		b.tell(c.days, func(b *builder) error {
			id, err := b.order(c.sale)
			if err == nil {
				err = c.tell(b, id, c.sale)
			}
			if err != nil {
				return fmt.Errorf("case %d: %w", i, err)
			}
			return nil
		})
	}
	offered := sale{student: "robin", subject: "Astronomy", service: "report-project-writing", amount: 185, dueDays: 12}
	b.tell(1.2, func(b *builder) error {
		_, err := b.ask(offered)
		return err
	})
}

// afterDelivery delivers work and, 20 hours later, does what its people do then.
func (b *builder) afterDelivery(id string, s sale, then func() error) error {
	if err := b.deliverSale(id, s, 1); err != nil {
		return err
	}
	b.past.advance(20 * time.Hour)
	return then()
}
