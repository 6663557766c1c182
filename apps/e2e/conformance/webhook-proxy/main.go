// webhook-proxy LISTEN BACKEND SECRET: ends TLS with the certificate that a test put into its namespace.
// Pods of hollow nodes run nothing; this stands where their webhooks would be. The namespace comes
// from the server name that the API server asks for: <service>.<namespace>.svc.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	listen, backend, secret := os.Args[1], os.Args[2], os.Args[3]
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		log.Fatal(err)
	}
	secrets := kubernetes.NewForConfigOrDie(config).CoreV1()
	target, err := url.Parse(backend)
	if err != nil {
		log.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	// The backend is the agnhost of this machine; its certificate proves nothing.
	proxy.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	certificate := func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		names := strings.Split(hello.ServerName, ".")
		if len(names) < 2 {
			return nil, errors.New("no server name")
		}
		found, err := secrets.Secrets(names[1]).Get(context.Background(), secret, metav1.GetOptions{})
		if err != nil {
			return nil, err
		}
		pair, err := tls.X509KeyPair(found.Data["tls.crt"], found.Data["tls.key"])
		return &pair, err
	}
	server := &http.Server{Addr: listen, Handler: proxy, TLSConfig: &tls.Config{GetCertificate: certificate}}
	log.Fatal(server.ListenAndServeTLS("", ""))
}
