package replica

import (
	"errors"
	"math"
	"os"
	"sync"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// filesVariable names the bucket for uploaded files.
const filesVariable = "DESKMATE_FILES_URL"

// lastOfAll is the priority of the handler that stands around nothing but the loading of
// the settings.
const lastOfAll = math.MaxInt

// storeFiles keeps uploaded files in the bucket of DESKMATE_FILES_URL. The settings of
// the console are only overlaid: whoever saves them stores what was stored before, so that
// the keys of the environment never reach the database.
func storeFiles(app core.App) error {
	address := os.Getenv(filesVariable)
	if address == "" {
		return nil
	}
	bucket, path, err := parseURL(filesVariable, address)
	if err != nil {
		return err
	}
	if path != "" {
		return errors.New(filesVariable + " must be a bucket of its own, without a folder, such as s3://bucket")
	}
	s3, err := readS3()
	if err != nil {
		return err
	}
	if s3.Endpoint == "" {
		s3.Endpoint = "https://s3." + s3.Region + ".amazonaws.com"
	}
	overlay := core.S3Config{
		Enabled: true, Bucket: bucket, Region: s3.Region, Endpoint: s3.Endpoint,
		AccessKey: s3.AccessKey, Secret: s3.SecretKey, ForcePathStyle: s3.PathStyle,
	}
	var (
		mu     sync.Mutex // two operators may save at once
		stored core.S3Config
	)
	// Settings are loaded beside those in use, which always name the bucket: an upload never
	// goes elsewhere.
	app.OnSettingsReload().Bind(&hook.Handler[*core.SettingsReloadEvent]{Priority: lastOfAll, Func: func(e *core.SettingsReloadEvent) error {
		mu.Lock()
		defer mu.Unlock()
		inUse, outer := e.App.Settings(), e.App
		loaded, err := inUse.Clone()
		if err != nil {
			return err
		}
		loaded.S3 = core.S3Config{}
		e.App = beside{outer, loaded}
		err = e.Next()
		e.App = outer
		if err != nil {
			return err
		}
		if stored = loaded.S3; stored.AccessKey == overlay.AccessKey {
			stored = core.S3Config{} // an earlier version has stored those of the environment
		}
		loaded.S3 = overlay
		return errors.Join(inUse.Merge(loaded), inUse.PostScan())
	}})
	keep := func(e *core.ModelEvent) error {
		if settings, ok := e.Model.(*core.Settings); ok {
			mu.Lock()
			settings.S3 = stored
			mu.Unlock()
		}
		return e.Next()
	}
	table := (&core.Settings{}).TableName()
	app.OnModelCreate(table).BindFunc(keep)
	app.OnModelUpdate(table).BindFunc(keep)
	return nil
}

// beside is an app whose settings are not those in use.
type beside struct {
	core.App
	settings *core.Settings
}

func (b beside) Settings() *core.Settings { return b.settings }
