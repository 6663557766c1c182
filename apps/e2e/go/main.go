// Drives the server of a kubeconfig with client-go and controller-runtime, as controllers do. Prints one line a step;
// the first step that fails ends the program with its error.
package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// namespace is where all steps work; the first one makes it. NAMESPACE names it, so that the program can run twice.
var namespace = cmp.Or(os.Getenv("NAMESPACE"), "go-clients")

type clients struct {
	config *rest.Config
	// json and protobuf speak to the same server in different encodings.
	json     kubernetes.Interface
	protobuf kubernetes.Interface
}

type step struct {
	name string
	run  func(context.Context, clients) error
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	all, err := connect(os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	for _, s := range slices.Concat(objectSteps, machinerySteps, watchSteps, managerSteps, typeSteps, webhookSteps) {
		if err := s.run(ctx, all); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Println("passed:", s.name)
	}
	return nil
}

func connect(kubeconfig string) (clients, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return clients{}, err
	}
	config.QPS = -1
	inJSON := rest.CopyConfig(config)
	inJSON.ContentType = "application/json"
	inProtobuf := rest.CopyConfig(config)
	inProtobuf.ContentType = "application/vnd.kubernetes.protobuf"
	all := clients{config: config}
	if all.json, err = kubernetes.NewForConfig(inJSON); err != nil {
		return clients{}, err
	}
	all.protobuf, err = kubernetes.NewForConfig(inProtobuf)
	return all, err
}
