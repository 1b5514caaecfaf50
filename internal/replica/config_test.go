package replica

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// set sets the variables of a working configuration, and others on top.
func set(t *testing.T, more map[string]string) {
	t.Helper()
	for _, name := range []string{"REPLICA_INTERVAL", "REPLICA_META", "RESTORE", "DB_SYNC", "S3_REGION", "S3_PATH_STYLE", "FILES_URL"} {
		t.Setenv("DESKMATE_"+name, "")
	}
	for name, value := range map[string]string{
		"REPLICA_URL": "s3://copies/desk", "S3_ENDPOINT": "https://s3.example.com", "S3_ACCESS_KEY": "key", "S3_SECRET_KEY": "secret",
	} {
		t.Setenv("DESKMATE_"+name, value)
	}
	for name, value := range more {
		t.Setenv("DESKMATE_"+name, value)
	}
}

func TestWithoutAnAddressThereIsNoCopy(t *testing.T) {
	set(t, map[string]string{"REPLICA_URL": "", "S3_ACCESS_KEY": "", "RESTORE": "nonsense"})
	if c, err := ReadConfig(t.TempDir()); err != nil || c.On() {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestTheConfigurationHasDefaults(t *testing.T) {
	set(t, nil)
	dir := filepath.Join(t.TempDir(), "data")
	c, err := ReadConfig(dir + "/")
	want := Config{
		Bucket: "copies", Path: "desk", Interval: time.Second, Meta: dir + "-replica", Restore: true,
		S3: S3{Endpoint: "https://s3.example.com", Region: "us-east-1", AccessKey: "key", SecretKey: "secret", PathStyle: true},
	}
	if err != nil || c != want {
		t.Errorf("got  %+v, %v\nwant %+v", c, err, want)
	}
}

func TestTheConfigurationCanBeChosen(t *testing.T) {
	set(t, map[string]string{"REPLICA_URL": "s3://copies/a/b/", "REPLICA_INTERVAL": "10s", "S3_PATH_STYLE": "false", "S3_REGION": "ap-southeast-2"})
	c, err := ReadConfig(t.TempDir())
	if err != nil || c.Address() != "s3://copies/a/b" || c.Interval != 10*time.Second || c.S3.PathStyle || c.S3.Region != "ap-southeast-2" {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestAConfigurationThatCannotWorkIsRefused(t *testing.T) {
	for _, c := range []struct{ name, value, says string }{
		{"REPLICA_URL", "https://copies/desk", "such as s3://bucket/folder"},
		{"REPLICA_URL", "s3://C/desk", "such as s3://bucket/folder"},
		{"REPLICA_URL", "s3://copies", "needs a folder"},
		{"FILES_URL", "s3://copies", "name the same bucket, copies"},
		{"REPLICA_URL", "s3://copies/desk?x=1", "such as s3://bucket/folder"},
		{"S3_ENDPOINT", "s3.example.com", "such as https://s3.example.com"},
		{"S3_ENDPOINT", "", "DESKMATE_S3_ENDPOINT or DESKMATE_S3_REGION"},
		{"S3_SECRET_KEY", "", "are required"},
		{"S3_PATH_STYLE", "perhaps", "true or false"},
		{"REPLICA_INTERVAL", "soon", "between 50ms and 1m0s"},
		{"REPLICA_INTERVAL", "0", "between 50ms and 1m0s"},
		{"RESTORE", "always", "if-missing or never"},
		{"DB_SYNC", "normal", "must be full"},
		{"REPLICA_META", "pb_data/meta", "outside the data folder"},
		{"REPLICA_META", "pb_data", "outside the data folder"},
	} {
		set(t, map[string]string{c.name: c.value})
		if _, err := ReadConfig("pb_data"); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s=%q: got %v", c.name, c.value, err)
		}
	}
}

func TestAnAddressOfFilesThatCannotWorkIsRefused(t *testing.T) {
	for address, says := range map[string]string{
		"s3://uploads/folder": "without a folder",
		"uploads":             "such as s3://bucket/folder",
	} {
		set(t, map[string]string{"FILES_URL": address})
		if err := storeFiles(nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v", address, err)
		}
	}
	set(t, map[string]string{"FILES_URL": "s3://uploads", "S3_ACCESS_KEY": ""})
	if err := storeFiles(nil); err == nil || !strings.Contains(err.Error(), "are required") {
		t.Errorf("without keys: got %v", err)
	}
}
