package settings

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

func TestSettingsAreStored(t *testing.T) {
	env := &envtest.Environment{} // starts what $KUBEBUILDER_ASSETS has
	config, err := env.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := env.Stop(); err != nil {
			t.Error(err)
		}
	}()
	maps, err := client.New(config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	settings := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "settings"},
		Data:       map[string]string{"color": "blue"},
	}
	if err := maps.Create(context.Background(), settings); err != nil {
		t.Fatal(err)
	}
	if err := maps.Get(context.Background(), client.ObjectKeyFromObject(settings), settings); err != nil {
		t.Fatal(err)
	}
	if settings.Data["color"] != "blue" {
		t.Errorf("got %v", settings.Data)
	}
}
