#!/usr/bin/env bash
# Runs tests of Kubernetes' own end-to-end suite against the server of this checkout. See README.md.
#   conformance.sh build            builds the programs from their Go modules: about 20 minutes, 6 GB of caches
#   conformance.sh up               starts a cluster: this server, controller manager, scheduler, two hollow nodes
#   conformance.sh test [FOCUS [SKIP]]   runs the tests whose names match; by default those of tests.txt
#   conformance.sh down             stops the cluster and removes its data
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
home=${CONFORMANCE_DIR:-$root/node_modules/.cache/svc-e2e/conformance}
bin=$home/bin run=$home/run port=${CONFORMANCE_PORT:-29443}
kube=1.33.13
# The one module of the same release that the module proxy does not have at that patch version.
sample_apiserver=0.33.0
pod_address=192.168.192.168 # that of every pod of the fake runtime

build() {
  mkdir -p "$bin" "$home/module"
  cd "$home/module"
  [ -f go.mod ] || go mod init conformance >/dev/null 2>&1
  local source
  source=$(go mod download -json k8s.io/kubernetes@v$kube | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
  sed -E "s#^module .*#module conformance#; s#=> \./staging/src/(k8s.io/[a-z-]+)#=> \1 v0.${kube#*.}#; s#(sample-apiserver) v0.*#\1 v$sample_apiserver#" "$source/go.mod" >go.mod
  printf '\nrequire k8s.io/kubernetes v%s\n' $kube >>go.mod
  cp "$source/go.sum" go.sum && chmod u+w go.mod go.sum
  rm -rf fake-runtime webhook-proxy && cp -r "$here/fake-runtime" "$here/webhook-proxy" .
  export GOFLAGS=-mod=mod
  local version="-X k8s.io/component-base/version.gitVersion=v$kube -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=33"
  for program in cmd/kube-controller-manager cmd/kube-scheduler cmd/kubemark test/images/agnhost; do
    go build -ldflags "$version" -o "$bin/${program##*/}" k8s.io/kubernetes/$program
  done
  go build -o "$bin/" ./fake-runtime ./webhook-proxy github.com/onsi/ginkgo/v2/ginkgo
  go test -c -ldflags "$version" -o "$bin/e2e.test" k8s.io/kubernetes/test/e2e
  node --conditions=svc-source -e "import('$root/apps/e2e/src/clients.ts').then((m) => console.log(m.clientPrograms().kubectl))" |
    xargs -I{} ln -sfn {} "$bin/kubectl"
}

start() { # NAME PROGRAM ARGUMENT...
  local name=$1
  shift
  "$@" >"$run/$name.log" 2>&1 &
  echo $! >>"$run/pids"
}

up() {
  down
  mkdir -p "$run" /run/containerd
  # Calls of webhooks go to the addresses of pods, which all have the same one.
  ip addr add $pod_address/32 dev lo 2>/dev/null || true
  cd "$run"
  openssl genrsa -out sa.key 2048 2>/dev/null
  openssl req -x509 -newkey rsa:2048 -nodes -days 7 -subj /CN=conformance -keyout ca.key -out ca.crt 2>/dev/null
  start server node "$root/apps/apiserver/dist/main.js" --dialect=kubernetes --data-dir=data --secure-port="$port" --controllers= \
    --service-account-issuer=https://kubernetes.default.svc --service-account-key-file=sa.key --service-account-signing-key-file=sa.key \
    --client-ca-file=ca.crt --advertise-address=$pod_address --service-cluster-ip-range=10.0.0.0/16 --authorization-mode=Node,RBAC --allow-privileged --enable-aggregator-routing \
    --enable-admission-plugins=ServiceAccount,Priority,DefaultTolerationSeconds,StorageObjectInUseProtection,TaintNodesByCondition
  for _ in $(seq 200); do grep -q '^ready' server.log && break; sleep 0.3; done
  grep '^ready' server.log
  export KUBECONFIG=$run/data/admin.kubeconfig
  start controller-manager "$bin/kube-controller-manager" --kubeconfig="$KUBECONFIG" --service-account-private-key-file=sa.key --root-ca-file=ca.crt \
    --use-service-account-credentials --leader-elect=false --secure-port=$((port + 10)) --bind-address=127.0.0.1 --authentication-skip-lookup \
    --cluster-signing-cert-file=ca.crt --cluster-signing-key-file=ca.key --cert-dir=certificates
  start scheduler "$bin/kube-scheduler" --kubeconfig="$KUBECONFIG" --leader-elect=false --secure-port=$((port + 11)) --bind-address=127.0.0.1 \
    --authentication-skip-lookup --cert-dir=certificates
  start runtime "$bin/fake-runtime"
  for node in 1 2; do
    start node-$node "$bin/kubemark" --morph=kubelet --name=hollow-$node --kubeconfig="$KUBECONFIG" \
      --kubelet-port=$((port + 20 + node)) --kubelet-read-only-port=$((port + 30 + node))
  done
  openssl req -x509 -newkey rsa:2048 -nodes -days 7 -subj /CN=webhook -keyout webhook.key -out webhook.crt 2>/dev/null
  start webhook "$bin/agnhost" webhook --tls-cert-file=webhook.crt --tls-private-key-file=webhook.key --port=$((port + 40))
  start webhook-proxy "$bin/webhook-proxy" $pod_address:8444 https://127.0.0.1:$((port + 40)) sample-webhook-secret
  # The conversion webhook insists on the credentials of a pod; any will do.
  local account=/var/run/secrets/kubernetes.io/serviceaccount
  mkdir -p $account && cp ca.crt $account/ca.crt && echo none >$account/token
  start conversion env KUBERNETES_SERVICE_HOST=127.0.0.1 KUBERNETES_SERVICE_PORT="$port" \
    "$bin/agnhost" crd-conversion-webhook --tls-cert-file=webhook.crt --tls-private-key-file=webhook.key --port=$((port + 41))
  start conversion-proxy "$bin/webhook-proxy" $pod_address:9444 https://127.0.0.1:$((port + 41)) sample-custom-resource-conversion-webhook-secret
  echo "export KUBECONFIG=$KUBECONFIG"
}

run_tests() {
  export KUBECONFIG=$run/data/admin.kubeconfig PATH=$bin:$PATH
  local focus=${1:-$(grep -v '^[-#]' "$here/tests.txt" | paste -sd'|')} skip=${2:-$(sed -n 's/^- //p' "$here/tests.txt" | paste -sd'|')}
  mkdir -p "$home/report" && cd "$home/report"
  "$bin/ginkgo" -procs="${CONFORMANCE_PROCS:-4}" --focus="$focus" --skip="$skip" --timeout=60m --no-color --silence-skips "$bin/e2e.test" -- \
    --kubeconfig="$KUBECONFIG" --provider=skeleton --kubectl-path="$bin/kubectl" --report-dir=. --allowed-not-ready-nodes=10 --num-nodes=2 \
    --disable-log-dump
}

down() {
  if [ -f "$run/pids" ]; then xargs kill <"$run/pids" 2>/dev/null || true; fi
  rm -rf "$run" /run/containerd/containerd.sock
}

case "${1:-}" in
build) build ;;
up) up ;;
test) shift && run_tests "$@" ;;
down) down ;;
*) sed -n '2,6s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
