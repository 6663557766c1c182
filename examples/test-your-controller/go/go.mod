module example.com/settings

go 1.24.0

require (
	k8s.io/api v0.33.13
	sigs.k8s.io/controller-runtime v0.21.0
)
