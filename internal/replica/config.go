// Package replica keeps a live copy of the database in an S3-compatible store, from which
// an empty machine fetches it. It is the only package that knows Litestream, which does the
// copying. Without DESKMATE_REPLICA_URL it does nothing.
package replica

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Config is what the environment says. Without a bucket, there is no copy.
type Config struct {
	Bucket   string
	Path     string // the folder in the bucket
	Interval time.Duration
	Meta     string // the folder on this machine that remembers what has been copied
	Restore  bool   // whether a start without a database fetches the copy
	S3       S3
}

// S3 is how to reach a store.
type S3 struct {
	Endpoint, Region, AccessKey, SecretKey string
	PathStyle                              bool
}

// Limits of the settings.
const (
	defaultInterval = time.Second
	minInterval     = 50 * time.Millisecond
	maxInterval     = time.Minute
)

var bucketFormat = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

// ReadConfig reads the variables that start with DESKMATE_. The data folder decides
// where the meta folder is, unless a variable does.
func ReadConfig(dataDir string) (Config, error) {
	c := Config{Interval: defaultInterval, Restore: true}
	address := os.Getenv("DESKMATE_REPLICA_URL")
	if address == "" {
		return Config{}, nil
	}
	if mode := os.Getenv("DESKMATE_DB_SYNC"); mode != "" && mode != "full" {
		return Config{}, errors.New("DESKMATE_DB_SYNC must be full while DESKMATE_REPLICA_URL is set: " +
			"otherwise a power failure could undo changes that the copy already has")
	}
	var err error
	if c.S3, err = readS3(); err != nil {
		return Config{}, err
	}
	if c.Bucket, c.Path, err = parseURL("DESKMATE_REPLICA_URL", address); err != nil {
		return Config{}, err
	}
	if c.Path == "" {
		return Config{}, errors.New("DESKMATE_REPLICA_URL needs a folder after the bucket, such as s3://bucket/deskmate")
	}
	if files, _, err := parseURL(filesVariable, os.Getenv(filesVariable)); err == nil && files == c.Bucket {
		return Config{}, errors.New("DESKMATE_REPLICA_URL and " + filesVariable + " name the same bucket, " + files +
			": give the copy and the files one each, or clearing up after one may delete the other")
	}
	if text := os.Getenv("DESKMATE_REPLICA_INTERVAL"); text != "" {
		c.Interval, err = time.ParseDuration(text)
		if err != nil || c.Interval < minInterval || c.Interval > maxInterval {
			return Config{}, fmt.Errorf("DESKMATE_REPLICA_INTERVAL must be a time between %v and %v, such as %v", minInterval, maxInterval, defaultInterval)
		}
	}
	switch os.Getenv("DESKMATE_RESTORE") {
	case "", "if-missing":
	case "never":
		c.Restore = false
	default:
		return Config{}, errors.New("DESKMATE_RESTORE must be if-missing or never")
	}
	if c.Meta, err = metaFolder(dataDir); err != nil {
		return Config{}, err
	}
	return c, nil
}

// On reports whether there is to be a copy.
func (c Config) On() bool { return c.Bucket != "" }

// Address is where the copy is.
func (c Config) Address() string { return "s3://" + c.Bucket + "/" + c.Path }

// metaFolder returns a folder outside the data folder: inside it, backups would
// contain it, and a restored backup would bring back an old one.
func metaFolder(dataDir string) (string, error) {
	data, err := filepath.Abs(dataDir)
	if err != nil {
		return "", err
	}
	meta := os.Getenv("DESKMATE_REPLICA_META")
	if meta == "" {
		return data + "-replica", nil
	}
	if meta, err = filepath.Abs(meta); err != nil {
		return "", err
	}
	if meta == data || strings.HasPrefix(meta, data+string(filepath.Separator)) {
		return "", errors.New("DESKMATE_REPLICA_META must be outside the data folder, because backups contain all of that")
	}
	return meta, nil
}

func readS3() (S3, error) {
	s3 := S3{
		Endpoint:  os.Getenv("DESKMATE_S3_ENDPOINT"),
		Region:    os.Getenv("DESKMATE_S3_REGION"),
		AccessKey: os.Getenv("DESKMATE_S3_ACCESS_KEY"),
		SecretKey: os.Getenv("DESKMATE_S3_SECRET_KEY"),
	}
	if s3.AccessKey == "" || s3.SecretKey == "" {
		return S3{}, errors.New("DESKMATE_S3_ACCESS_KEY and DESKMATE_S3_SECRET_KEY are required")
	}
	if s3.Endpoint == "" && s3.Region == "" {
		return S3{}, errors.New("DESKMATE_S3_ENDPOINT or DESKMATE_S3_REGION is required")
	}
	if s3.Endpoint != "" {
		if address, err := url.Parse(s3.Endpoint); err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
			return S3{}, errors.New("DESKMATE_S3_ENDPOINT must be an address such as https://s3.example.com")
		}
		s3.PathStyle = true
	}
	if s3.Region == "" {
		s3.Region = "us-east-1"
	}
	if style := os.Getenv("DESKMATE_S3_PATH_STYLE"); style != "" {
		var err error
		if s3.PathStyle, err = strconv.ParseBool(style); err != nil {
			return S3{}, errors.New("DESKMATE_S3_PATH_STYLE must be true or false")
		}
	}
	return s3, nil
}

func parseURL(variable, text string) (bucket, path string, err error) {
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "s3" || !bucketFormat.MatchString(address.Host) || address.RawQuery != "" {
		return "", "", fmt.Errorf("%s must be an address such as s3://bucket/folder", variable)
	}
	return address.Host, strings.Trim(address.Path, "/"), nil
}
