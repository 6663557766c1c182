// Serves the container runtime interface without containers, where hollow nodes look for images.
package main

import "k8s.io/cri-client/pkg/fake"

func main() {
	runtime := fake.NewFakeRemoteRuntime()
	runtime.ImageService.SetFakeImageSize(1 << 20)
	if err := runtime.Start("unix:///run/containerd/containerd.sock"); err != nil {
		panic(err)
	}
	select {}
}
