package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const certificatesName = "webhook-certificates"

// injector keeps the certificates of the webhooks in a Secret, as files for the webhook server, and as the caBundle of
// the webhook configurations of this namespace. A Secret that somebody deletes is made anew, with another authority.
type injector struct {
	client.Client
	directory string
}

func (i injector) setUp(manager ctrl.Manager) error {
	toSecret := handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
		if object.GetName() != namespace {
			return nil
		}
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: namespace, Name: certificatesName}}}
	})
	skip := true
	return ctrl.NewControllerManagedBy(manager).
		For(&corev1.Secret{}).
		Watches(&admissionv1.MutatingWebhookConfiguration{}, toSecret).
		Watches(&admissionv1.ValidatingWebhookConfiguration{}, toSecret).
		WithOptions(controller.Options{SkipNameValidation: &skip}).
		Complete(i)
}

func (i injector) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	if request.Name != certificatesName {
		return ctrl.Result{}, nil
	}
	secret, err := i.secret(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	// The files come first: until the configurations know the new authority, calls fail closed.
	for _, name := range []string{"tls.crt", "tls.key"} {
		if err = os.WriteFile(filepath.Join(i.directory, name), secret.Data[name], 0o600); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, i.inject(ctx, secret.Data["ca.crt"])
}

func (i injector) secret(ctx context.Context) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	err := i.Get(ctx, types.NamespacedName{Namespace: namespace, Name: certificatesName}, secret)
	if !errors.IsNotFound(err) {
		return secret, err
	}
	data, err := newCertificates()
	if err != nil {
		return nil, err
	}
	secret = &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: certificatesName, Namespace: namespace}, Data: data}
	return secret, i.Create(ctx, secret)
}

// inject writes only where a bundle is another one: it is told of its own writes too.
func (i injector) inject(ctx context.Context, bundle []byte) error {
	var mutating admissionv1.MutatingWebhookConfiguration
	if err := i.Get(ctx, types.NamespacedName{Name: namespace}, &mutating); err == nil {
		before, changed := mutating.DeepCopy(), false
		for n := range mutating.Webhooks {
			changed = setBundle(&mutating.Webhooks[n].ClientConfig, bundle) || changed
		}
		if changed {
			if err = i.Patch(ctx, &mutating, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})); err != nil {
				return err
			}
		}
	} else if !errors.IsNotFound(err) {
		return err
	}
	var validating admissionv1.ValidatingWebhookConfiguration
	if err := i.Get(ctx, types.NamespacedName{Name: namespace}, &validating); err != nil {
		return client.IgnoreNotFound(err)
	}
	before, changed := validating.DeepCopy(), false
	for n := range validating.Webhooks {
		changed = setBundle(&validating.Webhooks[n].ClientConfig, bundle) || changed
	}
	if !changed {
		return nil
	}
	return i.Patch(ctx, &validating, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}))
}

func setBundle(config *admissionv1.WebhookClientConfig, bundle []byte) bool {
	if bytes.Equal(config.CABundle, bundle) {
		return false
	}
	config.CABundle = bundle
	return true
}

// newCertificates makes an authority and a certificate of it for 127.0.0.1, as the data of a Secret.
func newCertificates() (map[string][]byte, error) {
	now := time.Now()
	template := func(serial int64, name string) *x509.Certificate {
		return &x509.Certificate{
			SerialNumber: big.NewInt(serial),
			Subject:      pkix.Name{CommonName: name},
			NotBefore:    now.Add(-time.Hour),
			NotAfter:     now.Add(24 * time.Hour),
		}
	}
	authority := template(now.UnixNano(), "webhook authority")
	authority.IsCA, authority.BasicConstraintsValid, authority.KeyUsage = true, true, x509.KeyUsageCertSign
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	authorityBytes, err := x509.CreateCertificate(rand.Reader, authority, authority, authorityKey.Public(), authorityKey)
	if err != nil {
		return nil, err
	}
	leaf := template(now.UnixNano()+1, "webhooks")
	leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	leafKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	leafBytes, err := x509.CreateCertificate(rand.Reader, leaf, authority, leafKey.Public(), authorityKey)
	if err != nil {
		return nil, err
	}
	keyBytes, err := x509.MarshalECPrivateKey(leafKey)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"ca.crt":  pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authorityBytes}),
		"tls.crt": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: leafBytes}),
		"tls.key": pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyBytes}),
	}, nil
}
