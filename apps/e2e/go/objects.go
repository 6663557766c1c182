package main

import (
	"context"
	"fmt"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/util/retry"
)

var objectSteps = []step{
	{"an object is the same in JSON and protobuf", sameInBothEncodings},
	{"conflicts are told and can be retried", conflicts},
	{"server-side apply with typed configurations", applies},
	{"pages", pages},
	{"scale", scales},
	{"status, eviction and tokens", subresources},
}

func sameInBothEncodings(ctx context.Context, c clients) error {
	ns := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
	if _, err := c.protobuf.CoreV1().Namespaces().Create(ctx, ns, metav1.CreateOptions{}); err != nil {
		return err
	}
	made, err := c.protobuf.AppsV1().Deployments(namespace).Create(ctx, deployment("web"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	read, err := c.json.AppsV1().Deployments(namespace).Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if !equality.Semantic.DeepEqual(made, read) {
		return fmt.Errorf("protobuf:\n%v\nJSON:\n%v", made, read)
	}
	if read.Spec.Strategy.Type != appsv1.RollingUpdateDeploymentStrategyType || read.Generation != 1 {
		return fmt.Errorf("defaults are missing: %v", read)
	}
	return nil
}

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}},
			},
		},
	}
}

func conflicts(ctx context.Context, c clients) error {
	maps := c.protobuf.CoreV1().ConfigMaps(namespace)
	old, err := maps.Create(ctx, configMap("contended", "0"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if _, err = maps.Create(ctx, configMap("contended", "0"), metav1.CreateOptions{}); !errors.IsAlreadyExists(err) {
		return fmt.Errorf("a second create: %v", err)
	}
	newer := old.DeepCopy()
	newer.Data["value"] = "1"
	if _, err = maps.Update(ctx, newer, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if _, err = maps.Update(ctx, old, metav1.UpdateOptions{}); !errors.IsConflict(err) {
		return fmt.Errorf("an update of old: %v", err)
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now, err := maps.Get(ctx, "contended", metav1.GetOptions{})
		if err != nil {
			return err
		}
		now.Data["value"] = "2"
		_, err = maps.Update(ctx, now, metav1.UpdateOptions{})
		return err
	})
}

func configMap(name, value string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{"value": value}}
}

func applies(ctx context.Context, c clients) error {
	maps := c.protobuf.CoreV1().ConfigMaps(namespace)
	as := func(manager string, force bool) metav1.ApplyOptions {
		return metav1.ApplyOptions{FieldManager: manager, Force: force}
	}
	mine := applycorev1.ConfigMap("applied", namespace).WithData(map[string]string{"value": "1", "other": "x"})
	if _, err := maps.Apply(ctx, mine, as("mine", false)); err != nil {
		return err
	}
	theirs := applycorev1.ConfigMap("applied", namespace).WithData(map[string]string{"value": "2"})
	if _, err := maps.Apply(ctx, theirs, as("theirs", false)); !errors.IsConflict(err) {
		return fmt.Errorf("a conflicting apply: %v", err)
	}
	forced, err := maps.Apply(ctx, theirs, as("theirs", true))
	if err != nil {
		return err
	}
	extracted, err := applycorev1.ExtractConfigMap(forced, "mine")
	if err != nil {
		return err
	}
	if _, owns := extracted.Data["value"]; owns || extracted.Data["other"] != "x" {
		return fmt.Errorf("what the first manager still owns: %v", extracted.Data)
	}
	return nil
}

func pages(ctx context.Context, c clients) error {
	const count = 1_200
	for i := range count {
		object := configMap(fmt.Sprintf("paged-%04d", i), "v")
		object.Labels = map[string]string{"paged": "yes"}
		if _, err := c.protobuf.CoreV1().ConfigMaps(namespace).Create(ctx, object, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	seen, last := 0, ""
	each := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return c.protobuf.CoreV1().ConfigMaps(namespace).List(ctx, options)
	})
	each.PageSize = 100
	err := each.EachListItem(ctx, metav1.ListOptions{LabelSelector: "paged=yes"}, func(item runtime.Object) error {
		name := item.(*corev1.ConfigMap).Name
		if name <= last {
			return fmt.Errorf("%s came after %s", name, last)
		}
		seen, last = seen+1, name
		return nil
	})
	if err == nil && seen != count {
		err = fmt.Errorf("%d of %d", seen, count)
	}
	return err
}

func scales(ctx context.Context, c clients) error {
	deployments := c.json.AppsV1().Deployments(namespace)
	scale, err := deployments.GetScale(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	scale.Spec = autoscalingv1.ScaleSpec{Replicas: 3}
	if _, err = deployments.UpdateScale(ctx, "web", scale, metav1.UpdateOptions{}); err != nil {
		return err
	}
	scaled, err := deployments.Get(ctx, "web", metav1.GetOptions{})
	if err == nil && (*scaled.Spec.Replicas != 3 || scaled.Generation != 2) {
		err = fmt.Errorf("%d replicas in generation %d", *scaled.Spec.Replicas, scaled.Generation)
	}
	return err
}

func subresources(ctx context.Context, c clients) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "worker"}}
	if _, err := c.json.CoreV1().ServiceAccounts(namespace).Create(ctx, account, metav1.CreateOptions{}); err != nil {
		return err
	}
	token, err := c.json.CoreV1().ServiceAccounts(namespace).CreateToken(ctx, "worker", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if strings.Count(token.Status.Token, ".") != 2 {
		return fmt.Errorf("a token of an unknown form")
	}
	pods := c.protobuf.CoreV1().Pods(namespace)
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "one"},
		Spec:       corev1.PodSpec{ServiceAccountName: "worker", Containers: []corev1.Container{{Name: "c", Image: "i"}}},
	}
	if _, err = pods.Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return err
	}
	running := []byte(`{"status":{"phase":"Running"}}`)
	patched, err := pods.Patch(ctx, "one", types.StrategicMergePatchType, running, metav1.PatchOptions{}, "status")
	if err != nil {
		return err
	}
	if patched.Status.Phase != corev1.PodRunning {
		return fmt.Errorf("phase %s", patched.Status.Phase)
	}
	eviction := &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "one", Namespace: namespace}}
	if err = pods.EvictV1(ctx, eviction); err != nil {
		return err
	}
	if _, err = pods.Get(ctx, "one", metav1.GetOptions{}); !errors.IsNotFound(err) {
		return fmt.Errorf("an evicted pod that no node runs: %v", err)
	}
	return nil
}
