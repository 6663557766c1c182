package main

import (
	"context"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// typeSteps work with an extension type, whose definition the first of them makes.
var typeSteps = []step{
	{"a definition, and its objects by the dynamic client", dynamicTypes},
	{"informers of an extension type", informsOfTypes},
	{"a controller of controller-runtime for an extension type", managesTypes},
	{"the end of a definition", endsType},
}

var (
	definitions = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	widgetGroup = namespace + ".example.com"
	widgets     = schema.GroupVersionResource{Group: widgetGroup, Version: "v1", Resource: "widgets"}
	widgetKind  = schema.GroupVersionKind{Group: widgetGroup, Version: "v1", Kind: "Widget"}
)

func definition() *unstructured.Unstructured {
	text := map[string]any{"type": "string"}
	spec := map[string]any{
		"type":                     "object",
		"required":                 []any{"size"},
		"properties":               map[string]any{"size": map[string]any{"type": "integer"}, "color": map[string]any{"type": "string", "default": "blue"}},
		"x-kubernetes-validations": []any{map[string]any{"rule": "self.size >= oldSelf.size", "message": "size cannot decrease"}},
	}
	status := map[string]any{"type": "object", "properties": map[string]any{"phase": text}}
	version := map[string]any{
		"name": "v1", "served": true, "storage": true,
		"schema":           map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{"spec": spec, "status": status}}},
		"subresources":     map[string]any{"status": map[string]any{}},
		"selectableFields": []any{map[string]any{"jsonPath": ".spec.color"}},
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "widgets." + widgetGroup},
		"spec": map[string]any{
			"group": widgetGroup, "scope": "Namespaced",
			"names":    map[string]any{"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
			"versions": []any{version},
		},
	}}
}

func widget(name string, spec map[string]any) *unstructured.Unstructured {
	object := &unstructured.Unstructured{Object: map[string]any{"spec": spec}}
	object.SetGroupVersionKind(widgetKind)
	object.SetName(name)
	return object
}

func isEstablished(object *unstructured.Unstructured) bool {
	conditions, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	for _, each := range conditions {
		if c, ok := each.(map[string]any); ok && c["type"] == "Established" && c["status"] == "True" {
			return true
		}
	}
	return false
}

func dynamicTypes(ctx context.Context, c clients) error {
	all, err := dynamic.NewForConfig(c.config)
	if err != nil {
		return err
	}
	if _, err = all.Resource(definitions).Create(ctx, definition(), metav1.CreateOptions{}); err != nil {
		return err
	}
	err = wait.PollUntilContextTimeout(ctx, 10*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		found, err := all.Resource(definitions).Get(ctx, "widgets."+widgetGroup, metav1.GetOptions{})
		return err == nil && isEstablished(found), err
	})
	if err != nil {
		return err
	}
	objects := all.Resource(widgets).Namespace(namespace)
	// What is established is served: the first request is answered.
	made, err := objects.Create(ctx, widget("a", map[string]any{"size": int64(1)}), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if color, _, _ := unstructured.NestedString(made.Object, "spec", "color"); color != "blue" {
		return fmt.Errorf("the default is %q", color)
	}
	if _, err = objects.Create(ctx, widget("b", map[string]any{"size": "large"}), metav1.CreateOptions{}); !errors.IsInvalid(err) {
		return fmt.Errorf("a size that is no number: %v", err)
	}
	if _, err = objects.Apply(ctx, "a", widget("a", map[string]any{"color": "red"}), metav1.ApplyOptions{FieldManager: "painter", Force: true}); err != nil {
		return err
	}
	mine := metav1.ApplyOptions{FieldManager: "other"}
	if _, err = objects.Apply(ctx, "a", widget("a", map[string]any{"color": "green"}), mine); !errors.IsConflict(err) {
		return fmt.Errorf("a conflicting apply: %v", err)
	}
	now, err := objects.Get(ctx, "a", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err = unstructured.SetNestedField(now.Object, int64(0), "spec", "size"); err != nil {
		return err
	}
	if _, err = objects.Update(ctx, now, metav1.UpdateOptions{}); !errors.IsInvalid(err) {
		return fmt.Errorf("a size that decreases: %v", err)
	}
	selected, err := objects.List(ctx, metav1.ListOptions{FieldSelector: "spec.color=red"})
	if err == nil && len(selected.Items) != 1 {
		err = fmt.Errorf("%d are red", len(selected.Items))
	}
	return err
}

func informsOfTypes(ctx context.Context, c clients) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	all, err := dynamic.NewForConfig(c.config)
	if err != nil {
		return err
	}
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(all, 0, namespace, nil)
	informer := factory.ForResource(widgets).Informer()
	events := make(chan string, 16)
	name := func(object any) string { return object.(*unstructured.Unstructured).GetName() }
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { events <- "added " + name(object) },
		DeleteFunc: func(object any) {
			if last, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = last.Obj
			}
			events <- "deleted " + name(object)
		},
	})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	objects := all.Resource(widgets).Namespace(namespace)
	if _, err = objects.Create(ctx, widget("seen", map[string]any{"size": int64(2)}), metav1.CreateOptions{}); err != nil {
		return err
	}
	if err = objects.Delete(ctx, "seen", metav1.DeleteOptions{}); err != nil {
		return err
	}
	for _, expected := range []string{"added a", "added seen", "deleted seen"} {
		select {
		case event := <-events:
			if event != expected {
				return fmt.Errorf("%q instead of %q", event, expected)
			}
		case <-ctx.Done():
			return fmt.Errorf("no %q: %w", expected, ctx.Err())
		}
	}
	return nil
}

// keeper says in the status of each widget that it is ready, and keeps a ConfigMap beside it, owned by it.
type keeper struct{ client.Client }

func (k keeper) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	found := widget(request.Name, nil)
	if err := k.Get(ctx, request.NamespacedName, found); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	size, _, _ := unstructured.NestedInt64(found.Object, "spec", "size")
	beside := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "widget-" + request.Name, Namespace: request.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, k.Client, beside, func() error {
		beside.Data = map[string]string{"size": fmt.Sprint(size)}
		return controllerutil.SetControllerReference(found, beside, k.Scheme())
	})
	if err == nil {
		if phase, _, _ := unstructured.NestedString(found.Object, "status", "phase"); phase != "Ready" {
			if err = unstructured.SetNestedField(found.Object, "Ready", "status", "phase"); err == nil {
				err = k.Status().Update(ctx, found)
			}
		}
	}
	if errors.IsConflict(err) || errors.IsAlreadyExists(err) {
		return ctrl.Result{RequeueAfter: 10 * time.Millisecond}, nil
	}
	return ctrl.Result{}, err
}

func managesTypes(ctx context.Context, c clients) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	log.SetLogger(logr.Discard())
	manager, err := ctrl.NewManager(c.config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"},
		Cache:   ctrlcache.Options{DefaultNamespaces: map[string]ctrlcache.Config{namespace: {}}},
	})
	if err != nil {
		return err
	}
	if err = ctrl.NewControllerManagedBy(manager).Named("widgets").For(widget("", nil)).Owns(&corev1.ConfigMap{}).Complete(keeper{manager.GetClient()}); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	all, err := dynamic.NewForConfig(c.config)
	if err != nil {
		return err
	}
	objects := all.Resource(widgets).Namespace(namespace)
	if _, err = objects.Create(ctx, widget("kept", map[string]any{"size": int64(7)}), metav1.CreateOptions{}); err != nil {
		return err
	}
	err = wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		beside, err := c.json.CoreV1().ConfigMaps(namespace).Get(ctx, "widget-kept", metav1.GetOptions{})
		if errors.IsNotFound(err) {
			return false, nil
		}
		if err != nil || beside.Data["size"] != "7" {
			return false, err
		}
		found, err := objects.Get(ctx, "kept", metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		phase, _, _ := unstructured.NestedString(found.Object, "status", "phase")
		return phase == "Ready" && found.GetGeneration() == 1, nil
	})
	if err != nil {
		return err
	}
	cancel()
	return <-ended
}

func endsType(ctx context.Context, c clients) error {
	all, err := dynamic.NewForConfig(c.config)
	if err != nil {
		return err
	}
	watch, err := all.Resource(widgets).Namespace(namespace).Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=kept", ResourceVersion: "0"})
	if err != nil {
		return err
	}
	defer watch.Stop()
	if err = all.Resource(definitions).Delete(ctx, "widgets."+widgetGroup, metav1.DeleteOptions{}); err != nil {
		return err
	}
	for event := range watch.ResultChan() {
		if event.Type == "DELETED" {
			break
		}
	}
	return wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		_, err := all.Resource(definitions).Get(ctx, "widgets."+widgetGroup, metav1.GetOptions{})
		if errors.IsNotFound(err) {
			return true, nil
		}
		return false, err
	})
}
