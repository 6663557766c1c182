package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	watchtools "k8s.io/client-go/tools/watch"
)

var watchSteps = []step{
	{"informers", informs},
	{"a watch of one object until it changes", watchesOne},
	{"leader election", leads},
}

// KUBE_FEATURE_WatchListClient=true makes informers stream the list instead of asking for it.
func informs(ctx context.Context, c clients) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	factory := informers.NewSharedInformerFactoryWithOptions(c.protobuf, 0, informers.WithNamespace(namespace))
	maps := factory.Core().V1().ConfigMaps()
	var added, updated, deleted atomic.Int32
	if _, err := maps.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { added.Add(1) },
		UpdateFunc: func(any, any) { updated.Add(1) },
		DeleteFunc: func(any) { deleted.Add(1) },
	}); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	before := added.Load()
	client := c.protobuf.CoreV1().ConfigMaps(namespace)
	made, err := client.Create(ctx, configMap("followed", "1"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	made.Data["value"] = "2"
	if _, err = client.Update(ctx, made, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err = client.Delete(ctx, "followed", metav1.DeleteOptions{}); err != nil {
		return err
	}
	err = wait.PollUntilContextTimeout(ctx, 10*time.Millisecond, 20*time.Second, true, func(context.Context) (bool, error) {
		return added.Load() > before && updated.Load() > 0 && deleted.Load() > 0, nil
	})
	if err != nil {
		return fmt.Errorf("%d added, %d updated, %d deleted: %w", added.Load()-before, updated.Load(), deleted.Load(), err)
	}
	return nil
}

func watchesOne(ctx context.Context, c clients) error {
	client := c.json.CoreV1().ConfigMaps(namespace)
	made, err := client.Create(ctx, configMap("watched", "1"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	one := fields.OneTermEqualSelector("metadata.name", "watched").String()
	events, err := client.Watch(ctx, metav1.ListOptions{FieldSelector: one, ResourceVersion: made.ResourceVersion})
	if err != nil {
		return err
	}
	defer events.Stop()
	made.Data["value"] = "2"
	if _, err = client.Update(ctx, made, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err = watchtools.UntilWithoutRetry(ctx, events, func(event watch.Event) (bool, error) {
		changed, ok := event.Object.(*corev1.ConfigMap)
		if !ok || changed.Name != "watched" {
			return false, fmt.Errorf("not asked for: %v", event)
		}
		return changed.Data["value"] == "2", nil
	})
	return err
}

func leads(ctx context.Context, c clients) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	led := false
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: namespace, Name: "leader"},
			Client:     c.protobuf.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: "one"},
		},
		ReleaseOnCancel: true,
		LeaseDuration:   15 * time.Second,
		RenewDeadline:   10 * time.Second,
		RetryPeriod:     2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { led = true; cancel() },
			OnStoppedLeading: func() {},
		},
	})
	if !led {
		return fmt.Errorf("nobody led")
	}
	return nil
}
