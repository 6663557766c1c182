package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-logr/logr"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

var webhookSteps = []step{{"webhooks of controller-runtime, with certificates that a controller rotates", guards}}

// deploymentGuard is what a project generates with kubebuilder: a defaulter and a validator of one kind.
type deploymentGuard struct{}

func (deploymentGuard) Default(_ context.Context, object runtime.Object) error {
	deployment := object.(*appsv1.Deployment)
	if deployment.Labels["team"] == "" {
		if deployment.Labels == nil {
			deployment.Labels = map[string]string{}
		}
		deployment.Labels["team"] = "nobody"
	}
	return nil
}

const maxReplicas = 5

func (deploymentGuard) ValidateCreate(_ context.Context, object runtime.Object) (admission.Warnings, error) {
	deployment := object.(*appsv1.Deployment)
	path := field.NewPath("spec", "replicas")
	if n := *deployment.Spec.Replicas; n > maxReplicas {
		kind := schema.GroupKind{Group: "apps", Kind: "Deployment"}
		problem := field.Invalid(path, n, fmt.Sprintf("must be at most %d", maxReplicas))
		return nil, errors.NewInvalid(kind, deployment.Name, field.ErrorList{problem})
	}
	if deployment.Labels["team"] == "nobody" {
		return admission.Warnings{"this deployment has no team"}, nil
	}
	return nil, nil
}

func (g deploymentGuard) ValidateUpdate(ctx context.Context, old, object runtime.Object) (admission.Warnings, error) {
	before, after := old.(*appsv1.Deployment).Labels["team"], object.(*appsv1.Deployment).Labels["team"]
	if before != after {
		return nil, fmt.Errorf("the team of a deployment stays: %s is not %s", after, before)
	}
	return g.ValidateCreate(ctx, object)
}

func (deploymentGuard) ValidateDelete(_ context.Context, object runtime.Object) (admission.Warnings, error) {
	if object.(*appsv1.Deployment).Annotations["protected"] == "true" {
		return nil, fmt.Errorf("it is protected")
	}
	return nil, nil
}

// policyEngine answers for many kinds with raw reviews, as policy engines do: it patches, audits and counts operations.
type policyEngine struct {
	mutex sync.Mutex
	seen  []string
}

func (e *policyEngine) Handle(_ context.Context, request admission.Request) admission.Response {
	e.mutex.Lock()
	e.seen = append(e.seen, fmt.Sprintf("%s %s %s/%s", request.Operation, request.Kind.Kind, request.Resource.Resource, request.SubResource))
	e.mutex.Unlock()
	var object map[string]any
	if err := json.Unmarshal(request.Object.Raw, &object); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	metadata := object["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	if annotations == nil {
		annotations = map[string]any{}
	}
	annotations["policies.example.com/checked"] = string(request.Operation)
	metadata["annotations"] = annotations
	patched, err := json.Marshal(object)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	response := admission.PatchResponseFromRaw(request.Object.Raw, patched)
	response.AuditAnnotations = map[string]string{"checked": "yes"}
	return response
}

func (e *policyEngine) saw(what string) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return slices.Contains(e.seen, what)
}

// warnings keeps what a server warns of.
type warnings struct {
	mutex sync.Mutex
	texts []string
}

func (w *warnings) HandleWarningHeader(_ int, _ string, text string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.texts = append(w.texts, text)
}

func guards(ctx context.Context, c clients) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	log.SetLogger(logr.Discard())
	directory, err := os.MkdirTemp("", "webhooks-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	first, stopFirst, err := startInjector(ctx, c, directory)
	if err != nil {
		return err
	}
	second, _, err := startInjector(ctx, c, directory)
	if err != nil {
		return err
	}
	if err = until(ctx, "certificates", func() error {
		_, err := os.Stat(directory + "/tls.key")
		return err
	}); err != nil {
		return err
	}
	engine := &policyEngine{}
	url, served, err := serveWebhooks(ctx, c, directory, engine)
	if err != nil {
		return err
	}
	if err = register(ctx, c, url); err != nil {
		return err
	}
	defer unregister(c)
	if err = guarded(ctx, c, engine); err != nil {
		return err
	}
	if err = rotates(ctx, c); err != nil {
		return fmt.Errorf("rotation: %w", err)
	}
	// The leader is gone: the other one takes its place, and its work.
	stopFirst()
	if err = <-first; err != nil {
		return err
	}
	if err = rotates(ctx, c); err != nil {
		return fmt.Errorf("rotation by the next leader: %w", err)
	}
	unregister(c)
	cancel()
	if err = <-second; err != nil {
		return err
	}
	return <-served
}

func quietManager(c clients, more ctrl.Options) (ctrl.Manager, error) {
	more.Metrics = server.Options{BindAddress: "0"}
	more.Cache = cache.Options{DefaultNamespaces: map[string]cache.Config{namespace: {}}}
	return ctrl.NewManager(c.config, more)
}

func startInjector(ctx context.Context, c clients, directory string) (<-chan error, context.CancelFunc, error) {
	lease, renew, retry := 15*time.Second, 10*time.Second, 200*time.Millisecond
	manager, err := quietManager(c, ctrl.Options{
		LeaderElection:                true,
		LeaderElectionID:              "webhook-certificates",
		LeaderElectionNamespace:       namespace,
		LeaderElectionReleaseOnCancel: true,
		LeaseDuration:                 &lease,
		RenewDeadline:                 &renew,
		RetryPeriod:                   &retry,
	})
	if err != nil {
		return nil, nil, err
	}
	if err = (injector{manager.GetClient(), directory}).setUp(manager); err != nil {
		return nil, nil, err
	}
	// Nothing is there to be reconciled yet: the first Secret is made by the leader itself.
	first := injector{manager.GetClient(), directory}
	go func() {
		select {
		case <-manager.Elected():
			_ = wait.PollUntilContextCancel(ctx, 50*time.Millisecond, true, func(ctx context.Context) (bool, error) {
				request := ctrl.Request{NamespacedName: types.NamespacedName{Namespace: namespace, Name: certificatesName}}
				_, err := first.Reconcile(ctx, request)
				return err == nil, nil
			})
		case <-ctx.Done():
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	return ended, cancel, nil
}

func serveWebhooks(ctx context.Context, c clients, directory string, engine *policyEngine) (string, <-chan error, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	serving := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: port, CertDir: directory})
	manager, err := quietManager(c, ctrl.Options{WebhookServer: serving})
	if err != nil {
		return "", nil, err
	}
	guard := deploymentGuard{}
	err = ctrl.NewWebhookManagedBy(manager).For(&appsv1.Deployment{}).WithDefaulter(guard).WithValidator(guard).Complete()
	if err != nil {
		return "", nil, err
	}
	serving.Register("/policies", &admission.Webhook{Handler: engine})
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	err = until(ctx, "the webhook server", func() error { return serving.StartedChecker()(nil) })
	return fmt.Sprintf("https://127.0.0.1:%d", port), ended, err
}

func register(ctx context.Context, c clients, url string) error {
	none, fail, ifNeeded := admissionv1.SideEffectClassNone, admissionv1.Fail, admissionv1.IfNeededReinvocationPolicy
	seconds := int32(5)
	here := &metav1.LabelSelector{MatchLabels: map[string]string{"kubernetes.io/metadata.name": namespace}}
	at := func(path string) admissionv1.WebhookClientConfig {
		address := url + path
		return admissionv1.WebhookClientConfig{URL: &address}
	}
	rule := func(group string, operations []admissionv1.OperationType, resources ...string) []admissionv1.RuleWithOperations {
		groups := admissionv1.Rule{APIGroups: []string{group}, APIVersions: []string{"*"}, Resources: resources}
		return []admissionv1.RuleWithOperations{{Operations: operations, Rule: groups}}
	}
	writes := []admissionv1.OperationType{admissionv1.Create, admissionv1.Update}
	mutating := &admissionv1.MutatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: namespace},
		Webhooks: []admissionv1.MutatingWebhook{
			{
				Name: "default.example.com", ClientConfig: at("/mutate-apps-v1-deployment"), Rules: rule("apps", writes, "deployments"),
				NamespaceSelector: here, SideEffects: &none, FailurePolicy: &fail, TimeoutSeconds: &seconds, AdmissionReviewVersions: []string{"v1"},
			},
			{
				Name: "policies.example.com", ClientConfig: at("/policies"), Rules: rule("*", writes, "deployments", "pods/*", "pods"),
				NamespaceSelector: here, SideEffects: &none, FailurePolicy: &fail, TimeoutSeconds: &seconds, AdmissionReviewVersions: []string{"v1", "v1beta1"},
				ReinvocationPolicy: &ifNeeded,
			},
		},
	}
	validating := &admissionv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: namespace},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name: "validate.example.com", ClientConfig: at("/validate-apps-v1-deployment"),
			Rules:             rule("apps", append(writes, admissionv1.Delete), "deployments"),
			NamespaceSelector: here, SideEffects: &none, FailurePolicy: &fail, TimeoutSeconds: &seconds, AdmissionReviewVersions: []string{"v1"},
		}},
	}
	configurations := c.protobuf.AdmissionregistrationV1()
	if _, err := configurations.MutatingWebhookConfigurations().Create(ctx, mutating, metav1.CreateOptions{}); err != nil {
		return err
	}
	if _, err := configurations.ValidatingWebhookConfigurations().Create(ctx, validating, metav1.CreateOptions{}); err != nil {
		return err
	}
	return works(ctx, c, "registered")
}

func unregister(c clients) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	configurations := c.json.AdmissionregistrationV1()
	_ = configurations.MutatingWebhookConfigurations().Delete(ctx, namespace, metav1.DeleteOptions{})
	_ = configurations.ValidatingWebhookConfigurations().Delete(ctx, namespace, metav1.DeleteOptions{})
}

// works waits until a deployment passes all webhooks: while certificates change calls fail, and so do the requests.
func works(ctx context.Context, c clients, name string) error {
	return until(ctx, "a guarded deployment", func() error {
		made, err := c.json.AppsV1().Deployments(namespace).Create(ctx, deployment(name), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		if err == nil && made.Labels["team"] != "nobody" {
			err = fmt.Errorf("no webhook was asked: %v", made.Labels)
		}
		return err
	})
}

func guarded(ctx context.Context, c clients, engine *policyEngine) error {
	told := &warnings{}
	config := rest.CopyConfig(c.config)
	config.WarningHandler = told
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	deployments := client.AppsV1().Deployments(namespace)
	made, err := deployments.Create(ctx, deployment("guarded"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if made.Labels["team"] != "nobody" || made.Annotations["policies.example.com/checked"] != "CREATE" {
		return fmt.Errorf("defaults and annotations are missing: %v %v", made.Labels, made.Annotations)
	}
	if !slices.Contains(told.texts, "this deployment has no team") {
		return fmt.Errorf("warnings are %v", told.texts)
	}
	large := deployment("large")
	many := int32(9)
	large.Spec.Replicas = &many
	_, err = deployments.Create(ctx, large, metav1.CreateOptions{})
	status, is := err.(errors.APIStatus)
	if !is || !errors.IsInvalid(err) || status.Status().Details.Causes[0].Field != "spec.replicas" {
		return fmt.Errorf("too many replicas: %v", err)
	}
	_, err = deployments.Patch(ctx, "guarded", types.MergePatchType, []byte(`{"metadata":{"labels":{"team":"a"}}}`), metav1.PatchOptions{})
	if !errors.IsForbidden(err) || !strings.Contains(err.Error(), `admission webhook "validate.example.com" denied the request: the team of a deployment stays`) {
		return fmt.Errorf("another team: %v", err)
	}
	if _, err = deployments.Patch(ctx, "guarded", types.MergePatchType, []byte(`{"metadata":{"annotations":{"protected":"true"}}}`), metav1.PatchOptions{}); err != nil {
		return err
	}
	if err = deployments.Delete(ctx, "guarded", metav1.DeleteOptions{}); !errors.IsForbidden(err) {
		return fmt.Errorf("a protected deployment: %v", err)
	}
	if _, err = deployments.Patch(ctx, "guarded", types.MergePatchType, []byte(`{"metadata":{"annotations":{"protected":null}}}`), metav1.PatchOptions{}); err != nil {
		return err
	}
	if err = deployments.Delete(ctx, "guarded", metav1.DeleteOptions{}); err != nil {
		return err
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "guarded"}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}}}
	pods := client.CoreV1().Pods(namespace)
	if _, err = pods.Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return err
	}
	binding := &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "guarded"}, Target: corev1.ObjectReference{Kind: "Node", Name: "n"}}
	if err = pods.Bind(ctx, binding, metav1.CreateOptions{}); err != nil {
		return err
	}
	for _, what := range []string{"CREATE Deployment deployments/", "CREATE Pod pods/", "CREATE Binding pods/binding"} {
		if !engine.saw(what) {
			return fmt.Errorf("%s was not seen", what)
		}
	}
	now := int64(0)
	return pods.Delete(ctx, "guarded", metav1.DeleteOptions{GracePeriodSeconds: &now})
}

// rotates takes the certificates away, and then breaks a caBundle in two ways: all is mended, and requests pass again.
func rotates(ctx context.Context, c clients) error {
	before, err := bundle(ctx, c)
	if err != nil {
		return err
	}
	if err = c.json.CoreV1().Secrets(namespace).Delete(ctx, certificatesName, metav1.DeleteOptions{}); err != nil {
		return err
	}
	var after []byte
	err = until(ctx, "another caBundle", func() error {
		if after, err = bundle(ctx, c); err == nil && (len(after) == 0 || bytes.Equal(after, before)) {
			err = fmt.Errorf("the caBundle stays")
		}
		return err
	})
	if err != nil {
		return err
	}
	if err = works(ctx, c, "rotated"); err != nil {
		return err
	}
	other, err := newCertificates()
	if err != nil {
		return err
	}
	for _, wrong := range [][]byte{[]byte("no certificate"), other["ca.crt"]} {
		encoded, err := json.Marshal(wrong)
		if err != nil {
			return err
		}
		patch := fmt.Sprintf(`[{"op":"replace","path":"/webhooks/0/clientConfig/caBundle","value":%s}]`, encoded)
		configurations := c.json.AdmissionregistrationV1().ValidatingWebhookConfigurations()
		if _, err = configurations.Patch(ctx, namespace, types.JSONPatchType, []byte(patch), metav1.PatchOptions{}); err != nil {
			return err
		}
		if err = works(ctx, c, "mended"); err != nil {
			return err
		}
	}
	return nil
}

func bundle(ctx context.Context, c clients) ([]byte, error) {
	found, err := c.json.AdmissionregistrationV1().ValidatingWebhookConfigurations().Get(ctx, namespace, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	return found.Webhooks[0].ClientConfig.CABundle, nil
}

// until waits for something; what hindered it last is the error.
func until(ctx context.Context, what string, try func() error) error {
	var last error
	err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 40*time.Second, true, func(context.Context) (bool, error) {
		last = try()
		return last == nil, nil
	})
	if err != nil {
		return fmt.Errorf("waiting for %s: %w", what, last)
	}
	return nil
}
