package main

import (
	"context"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var managerSteps = []step{{"a controller of controller-runtime", manages}}

// describer keeps a ConfigMap beside each Deployment, owned by it.
type describer struct{ client.Client }

func (d describer) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := d.Get(ctx, request.NamespacedName, &deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	described := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "about-" + request.Name, Namespace: request.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, d.Client, described, func() error {
		described.Data = map[string]string{"replicas": fmt.Sprint(*deployment.Spec.Replicas)}
		return controllerutil.SetControllerReference(&deployment, described, d.Scheme())
	})
	// Another worker may have been faster: what it made is read the next time.
	if errors.IsConflict(err) || errors.IsAlreadyExists(err) {
		return ctrl.Result{RequeueAfter: 10 * time.Millisecond}, nil
	}
	return ctrl.Result{}, err
}

func manages(ctx context.Context, c clients) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	log.SetLogger(logr.Discard())
	manager, err := ctrl.NewManager(c.config, ctrl.Options{
		Metrics:                 server.Options{BindAddress: "0"},
		Cache:                   cache.Options{DefaultNamespaces: map[string]cache.Config{namespace: {}}},
		LeaderElection:          true,
		LeaderElectionID:        "describer",
		LeaderElectionNamespace: namespace,
	})
	if err != nil {
		return err
	}
	builder := ctrl.NewControllerManagedBy(manager).For(&appsv1.Deployment{}).Owns(&corev1.ConfigMap{})
	if err = builder.Complete(describer{manager.GetClient()}); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	maps := c.json.CoreV1().ConfigMaps(namespace)
	described := func(replicas string) error {
		return wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
			found, err := maps.Get(ctx, "about-web", metav1.GetOptions{})
			if errors.IsNotFound(err) {
				return false, nil
			}
			return err == nil && found.Data["replicas"] == replicas, err
		})
	}
	if err = described("3"); err != nil {
		return err
	}
	// What somebody takes away comes back, because the controller watches what it owns.
	if err = maps.Delete(ctx, "about-web", metav1.DeleteOptions{}); err != nil {
		return err
	}
	if err = described("3"); err != nil {
		return err
	}
	cancel()
	return <-ended
}
