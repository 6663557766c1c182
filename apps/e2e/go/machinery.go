package main

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/restmapper"
)

var machinerySteps = []step{
	{"discovery and the mapping of kinds", discovers},
	{"the dynamic client", dynamics},
	{"metadata alone", metadataAlone},
}

func discovers(_ context.Context, c clients) error {
	cached := memory.NewMemCacheClient(c.json.Discovery())
	mapper := restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(cached), cached, nil)
	mapped, err := mapper.ResourceFor(schema.GroupVersionResource{Resource: "deploy"})
	if err != nil {
		return err
	}
	if mapped.Group != "apps" || mapped.Version != "v1" || mapped.Resource != "deployments" {
		return fmt.Errorf("deploy is %v", mapped)
	}
	preferred, err := discovery.ServerPreferredNamespacedResources(c.json.Discovery())
	if err != nil {
		return err
	}
	deletable := discovery.FilteredBy(discovery.SupportsAllVerbs{Verbs: []string{"list", "watch", "delete"}}, preferred)
	resources, err := discovery.GroupVersionResources(deletable)
	if err == nil && len(resources) < 20 {
		err = fmt.Errorf("only %d resources can be collected", len(resources))
	}
	return err
}

var configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}

func dynamics(ctx context.Context, c clients) error {
	client, err := dynamic.NewForConfig(c.config)
	if err != nil {
		return err
	}
	maps := client.Resource(configMaps).Namespace(namespace)
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "dynamic"}, "data": map[string]any{"value": "1"},
	}}
	if _, err = maps.Apply(ctx, "dynamic", object, metav1.ApplyOptions{FieldManager: "dynamic"}); err != nil {
		return err
	}
	if err = maps.Delete(ctx, "dynamic", metav1.DeleteOptions{}); err != nil {
		return err
	}
	selected := metav1.ListOptions{LabelSelector: "paged=yes"}
	if err = maps.DeleteCollection(ctx, metav1.DeleteOptions{}, selected); err != nil {
		return err
	}
	left, err := maps.List(ctx, selected)
	if err == nil && len(left.Items) != 0 {
		err = fmt.Errorf("%d are left", len(left.Items))
	}
	return err
}

func metadataAlone(ctx context.Context, c clients) error {
	client, err := metadata.NewForConfig(c.config)
	if err != nil {
		return err
	}
	list, err := client.Resource(configMaps).Namespace(namespace).List(ctx, metav1.ListOptions{})
	if err == nil && (len(list.Items) == 0 || list.Items[0].UID == "") {
		err = fmt.Errorf("%d items: %v", len(list.Items), list.Items)
	}
	return err
}
