package replica

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	_ "github.com/pocketbase/pocketbase/migrations"
)

func TestFilesGoToTheBucketWhileSettingsAreSaved(t *testing.T) {
	set(t, map[string]string{"FILES_URL": "s3://uploads"})
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
	if err := storeFiles(app); err != nil {
		t.Fatal(err)
	}
	reloads := 0
	inBucket := func(when string) {
		t.Helper()
		if s3 := app.Settings().S3; !s3.Enabled || s3.Bucket != "uploads" || s3.Secret != "secret" {
			t.Errorf("%s, files are stored with %+v", when, s3)
		}
	}
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	// This handler stands inside all others: what it sees, uploads of that moment would see.
	app.OnSettingsReload().Bind(&hook.Handler[*core.SettingsReloadEvent]{Priority: lastOfAll, Func: func(e *core.SettingsReloadEvent) error {
		reloads++
		inBucket("before they are loaded")
		err := e.Next()
		inBucket("once they are loaded")
		return err
	}})
	save := func(change func(*core.Settings)) {
		t.Helper()
		changed, err := app.Settings().Clone()
		if err != nil {
			t.Fatal(err)
		}
		change(changed)
		if err := app.Save(changed); err != nil {
			t.Fatal(err)
		}
		inBucket("afterwards")
	}
	save(func(s *core.Settings) { s.Meta.AppName = "Tides" })
	if name := app.Settings().Meta.AppName; name != "Tides" || reloads != 1 {
		t.Errorf("the name is %s after %d reloads", name, reloads)
	}
	save(func(s *core.Settings) { s.SuperuserIPs = []string{"127.0.0.1"} })
	save(func(s *core.Settings) { s.SuperuserIPs = nil })
	if settings := app.Settings(); len(settings.SuperuserIPs) != 0 || settings.Meta.AppName != "Tides" || settings.IsNew() {
		t.Errorf("in use are %v of %s", settings.SuperuserIPs, settings.Meta.AppName)
	}
	var stored string
	if err := app.DB().NewQuery("SELECT value->>'$.s3' FROM _params WHERE id = 'settings'").Row(&stored); err != nil {
		t.Fatal(err)
	}
	if want := `{"enabled":false,"bucket":"","region":"","endpoint":"","accessKey":"","forcePathStyle":false}`; stored != want {
		t.Errorf("stored are %s", stored)
	}
}
