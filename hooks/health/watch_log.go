package health

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/logger"
)

// newHandler returns what writes the lines of the log.
func newHandler(format string, out io.Writer) slog.Handler {
	options := &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: func(groups []string, attr slog.Attr) slog.Attr {
		if len(groups) == 0 && attr.Key == slog.TimeKey {
			attr.Value = slog.StringValue(attr.Value.Time().UTC().Format("2006-01-02T15:04:05.000Z"))
		}
		return attr
	}}
	if format == "json" {
		return slog.NewJSONHandler(out, options)
	}
	return slog.NewTextHandler(out, options)
}

// listenToLog makes what goes to PocketBase's log come to ours too. PocketBase has no
// place to put another handler, and hands out the same logger everywhere, so its content
// is replaced. That happens before anything is served.
func (w *watch) listenToLog() {
	inner := w.app.Logger().Handler()
	*w.app.Logger() = *slog.New(&tee{Handler: inner, watch: w})
	// PocketBase looks for its own handler to change its level.
	w.app.OnSettingsReload().BindFunc(func(e *core.SettingsReloadEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		if batch, ok := inner.(*logger.BatchHandler); ok && !e.App.IsDev() {
			batch.SetLevel(slog.Level(e.App.Settings().Logs.MinLevel))
		}
		return nil
	})
}

// tee passes records on to PocketBase's handler, and to our log without what is personal.
type tee struct {
	slog.Handler
	watch *watch
	attrs []slog.Attr // of a logger that was derived from the app's
}

// Enabled reports whether either of them wants a level.
func (t *tee) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= t.watch.least() || t.Handler.Enabled(ctx, level)
}

// Handle passes a record on.
func (t *tee) Handle(ctx context.Context, record slog.Record) error {
	if t.Handler.Enabled(ctx, record.Level) {
		if err := t.Handler.Handle(ctx, record.Clone()); err != nil {
			return err
		}
	}
	attrs := slices.Clone(t.attrs)
	record.Attrs(func(attr slog.Attr) bool {
		attrs = append(attrs, attr)
		return true
	})
	if record.Level < slog.LevelInfo || isOfRequest(attrs) {
		return nil
	}
	if t.watch.metrics != nil && record.Level >= slog.LevelWarn {
		t.watch.metrics.problems.WithLabelValues(levelOf(record.Level)).Inc()
	}
	to := t.watch.log
	if to == nil && record.Level >= slog.LevelError && isOfJobOrBackup(record.Message) {
		to = t.watch.failures
	}
	if to == nil {
		return nil
	}
	plain := slog.NewRecord(record.Time, record.Level, Redact(record.Message), 0)
	plain.AddAttrs(presentable(attrs)...)
	return to.Handler().Handle(ctx, plain)
}

// WithAttrs returns the handler of a derived logger.
func (t *tee) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &tee{t.Handler.WithAttrs(attrs), t.watch, slices.Concat(t.attrs, attrs)}
}

// WithGroup returns the handler of a derived logger. Our log has no groups.
func (t *tee) WithGroup(name string) slog.Handler {
	return &tee{t.Handler.WithGroup(name), t.watch, t.attrs}
}

// least is the lowest level that anything here wants to hear of.
func (w *watch) least() slog.Level {
	switch {
	case w.log != nil:
		return slog.LevelInfo
	case w.metrics != nil:
		return slog.LevelWarn
	}
	return slog.LevelError
}

// isOfJobOrBackup recognizes what whoever reads the output of the program must see, even if
// no log is asked for: nothing else tells them. The last one is PocketBase's, about the
// backups of its schedule.
func isOfJobOrBackup(message string) bool {
	return message == "job failed" || message == "backup failed" || message == "restore failed" || strings.HasPrefix(message, "[Backup cron]")
}

// isOfRequest recognizes PocketBase's own records of requests. They have addresses, and
// our log has a line for each request anyway.
func isOfRequest(attrs []slog.Attr) bool {
	return len(attrs) > 0 && attrs[0].Key == "type" && attrs[0].Value.String() == "request"
}

func levelOf(level slog.Level) string {
	if level >= slog.LevelError {
		return "error"
	}
	return "warning"
}

// identifiers are the attributes that name things of the program, or the ids of records.
var identifiers = []string{"request", "account", "job", "purpose", "route", "statement", "system"}

// texts are those that hold sentences, which may quote anything.
var texts = []string{"error", "err", "reason"}

// presentable leaves out what could be personal: attributes with texts that are not known.
func presentable(attrs []slog.Attr) (kept []slog.Attr) {
	for _, attr := range attrs {
		value := attr.Value.Resolve()
		switch value.Kind() {
		case slog.KindBool, slog.KindInt64, slog.KindUint64, slog.KindFloat64:
			kept = append(kept, slog.Attr{Key: attr.Key, Value: value})
			continue
		case slog.KindDuration:
			kept = append(kept, slog.Float64(attr.Key+"_ms", milliseconds(value.Duration())))
			continue
		case slog.KindTime:
			kept = append(kept, slog.String(attr.Key, value.Time().UTC().Format(time.RFC3339)))
			continue
		}
		switch text := fmt.Sprint(value.Any()); {
		case slices.Contains(identifiers, attr.Key):
			if text != "" {
				kept = append(kept, slog.String(attr.Key, text))
			}
		case slices.Contains(texts, attr.Key):
			kept = append(kept, slog.String(attr.Key, Redact(text)))
		}
	}
	return kept
}
