package e2e

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// proxies are the servers that deploy/ has an example for. Each starts its example, with
// nothing but ports and paths replaced, and asks the site at upstream.
var proxies = map[string]func(t *testing.T, upstream string, replacements ...string) *proxy{"nginx": startNginx, "caddy": startCaddy}

// proxy is a running server before a site.
type proxy struct {
	secure, plain string // its addresses, as host:port
	log           string // the path of its access log
	roots         *x509.CertPool
	name          string
}

// exampleHost is the host name in the examples.
const exampleHost = "deskmate.example.com"

// client returns a client with an address of its own on the loopback network.
func (p *proxy) client(t *testing.T, from string) *http.Client {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	transport := &http.Transport{
		DialContext:       dialer.DialContext,
		TLSClientConfig:   &tls.Config{RootCAs: p.roots, ServerName: exampleHost, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2: true,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 2 * time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// request returns a request to the proxy, by the name of the example.
func (p *proxy) request(t *testing.T, method, path string, body []byte) *http.Request {
	t.Helper()
	request, err := http.NewRequest(method, "https://"+p.secure+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Host = exampleHost
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request
}

func startNginx(t *testing.T, upstream string, replacements ...string) *proxy {
	t.Helper()
	dir := t.TempDir()
	p := &proxy{secure: freeAddress(t), plain: freeAddress(t), log: filepath.Join(dir, "access.log"), name: "nginx"}
	certificate, key := p.certify(t, dir)
	site := example(t, "nginx.conf", append(replacements,
		"listen 80;", "listen "+p.plain+";", "listen [::]:80;", "",
		"listen 443 ssl http2;", "listen "+p.secure+" ssl http2;", "listen [::]:443 ssl http2;", "",
		"server 127.0.0.1:8090;", "server "+upstream+";",
		"/etc/letsencrypt/live/deskmate.example.com/fullchain.pem", certificate, "/etc/letsencrypt/live/deskmate.example.com/privkey.pem", key,
		"/var/log/nginx/deskmate.log", p.log, "/var/log/nginx/deskmate-error.log", filepath.Join(dir, "error.log"))...)
	user := ""
	if os.Getuid() == 0 {
		user = "user root;\n"
	}
	temporary := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += fmt.Sprintf("%s_temp_path %s;\n", kind, filepath.Join(dir, kind))
	}
	config := filepath.Join(dir, "nginx.conf")
	write(t, config, fmt.Sprintf("%sdaemon off;\npid %s;\nevents {}\nhttp {\n%s%s}\n", user, filepath.Join(dir, "pid"), temporary, site))
	p.start(t, exec.Command(commandOr("NGINX", "nginx", "/usr/sbin/nginx"), "-p", dir, "-c", config, "-e", filepath.Join(dir, "start.log")))
	return p
}

func startCaddy(t *testing.T, upstream string, replacements ...string) *proxy {
	t.Helper()
	dir := t.TempDir()
	p := &proxy{secure: freeAddress(t), plain: freeAddress(t), log: filepath.Join(dir, "access.log"), name: "caddy"}
	certificate, key := p.certify(t, dir)
	_, securePort, _ := net.SplitHostPort(p.secure)
	_, plainPort, _ := net.SplitHostPort(p.plain)
	site := example(t, "Caddyfile", append(replacements,
		"\ndeskmate.example.com {", fmt.Sprintf("\ndeskmate.example.com {\n\tbind 127.0.0.1\n\ttls %s %s", certificate, key),
		"127.0.0.1:8090", upstream, "/var/log/caddy/deskmate.log", p.log)...)
	config := filepath.Join(dir, "Caddyfile")
	write(t, config, fmt.Sprintf("{\n\tadmin off\n\thttp_port %s\n\thttps_port %s\n}\n%s", plainPort, securePort, site))
	call := exec.Command(commandOr("CADDY", "caddy", "/usr/bin/caddy"), "run", "--config", config, "--adapter", "caddyfile")
	call.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	p.start(t, call)
	return p
}

// start runs the proxy until the test ends, and waits until it takes connections.
func (p *proxy) start(t *testing.T, call *exec.Cmd) {
	t.Helper()
	var output bytes.Buffer
	call.Stdout, call.Stderr = &output, &output
	if err := call.Start(); err != nil {
		t.Fatalf("%v: `make test` installs it where it can, or set %s to its path", err, strings.ToUpper(p.name))
	}
	ended := make(chan error, 1)
	go func() { ended <- call.Wait() }()
	t.Cleanup(func() {
		_ = call.Process.Signal(syscall.SIGTERM)
		<-ended
	})
	tick, limit := time.NewTicker(5*time.Millisecond), time.After(30*time.Second)
	defer tick.Stop()
	for {
		if conn, err := net.Dial("tcp", p.secure); err == nil {
			_ = conn.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended with %v: %s", p.name, err, output.String())
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s takes no connections: %s", p.name, output.String())
		}
	}
}

// certify makes a certificate of the example's host that the proxy's clients trust.
func (p *proxy) certify(t *testing.T, dir string) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	valid := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: exampleHost}, DNSNames: []string{exampleHost},
		NotBefore: valid, NotAfter: valid.AddDate(100, 0, 0), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	encoded := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	p.roots = x509.NewCertPool()
	p.roots.AppendCertsFromPEM(encoded)
	certificate, key = filepath.Join(dir, "certificate.pem"), filepath.Join(dir, "key.pem")
	write(t, certificate, string(encoded))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	return certificate, key
}

// example returns an example of deploy/ with texts replaced, all of which must be there.
func example(t *testing.T, name string, replacements ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(replacements); i += 2 {
		if !strings.Contains(string(content), replacements[i]) {
			t.Fatalf("deploy/%s does not contain %s", name, strconv.Quote(replacements[i]))
		}
	}
	return strings.NewReplacer(replacements...).Replace(string(content))
}

// commandOr returns the path of a program: the variable's, or the one found, or else where
// Debian puts it, which is not on everyone's PATH.
func commandOr(variable, name, otherwise string) string {
	if set := os.Getenv(variable); set != "" {
		return set
	}
	if found, err := exec.LookPath(name); err == nil {
		return found
	}
	return otherwise
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
