"""An object of each of some kinds, made of the client's own models, and the calls for them."""

from dataclasses import dataclass
from typing import Any, Callable

from kubernetes import client as k


@dataclass(frozen=True)
class Calls:
    """What a kind is created, read, replaced and deleted by."""

    create: Callable[..., Any]
    read: Callable[..., Any]
    replace: Callable[..., Any]
    delete: Callable[..., Any]


def calls_of(api: Any, name: str, namespace: str | None) -> Calls:
    """The calls of an API for a kind, by its name there; all in one namespace, if it has any."""

    def call(verb: str) -> Callable[..., Any]:
        if namespace is None:
            return getattr(api, f"{verb}_{name}")
        found = getattr(api, f"{verb}_namespaced_{name}")
        return lambda **given: found(namespace=namespace, **given)

    return Calls(call("create"), call("read"), call("replace"), call("delete"))


labels = {"app": "shop"}
meta = k.V1ObjectMeta(name="shop", labels=labels, annotations={"note": "of Python"})
selector = k.V1LabelSelector(match_labels=labels)

pod_spec = k.V1PodSpec(
    containers=[
        k.V1Container(
            name="web",
            image="registry.invalid/web:1",
            ports=[k.V1ContainerPort(container_port=8080, name="http")],
            env=[
                k.V1EnvVar(
                    name="COLOR",
                    value_from=k.V1EnvVarSource(config_map_key_ref=k.V1ConfigMapKeySelector(key="color", name="shop")),
                )
            ],
            resources=k.V1ResourceRequirements(requests={"cpu": "100m"}, limits={"memory": "64Mi"}),
            liveness_probe=k.V1Probe(http_get=k.V1HTTPGetAction(path="/", port="http"), period_seconds=5),
            volume_mounts=[k.V1VolumeMount(name="scratch", mount_path="/scratch")],
        )
    ],
    volumes=[k.V1Volume(name="scratch", empty_dir=k.V1EmptyDirVolumeSource(size_limit="1Gi"))],
    tolerations=[k.V1Toleration(key="spot", operator="Exists", effect="NoSchedule")],
)
template = k.V1PodTemplateSpec(metadata=k.V1ObjectMeta(labels=labels), spec=pod_spec)
once = k.V1PodTemplateSpec(
    spec=k.V1PodSpec(restart_policy="Never", containers=[k.V1Container(name="clean", image="registry.invalid/clean:1")])
)


def objects(namespace: str) -> list[tuple[Calls, Any]]:
    """Each with the calls for its kind."""
    core, apps, batch = k.CoreV1Api(), k.AppsV1Api(), k.BatchV1Api()
    rbac, network, storage = k.RbacAuthorizationV1Api(), k.NetworkingV1Api(), k.StorageV1Api()

    def of(api: Any, name: str) -> Calls:
        return calls_of(api, name, namespace)

    return [
        (of(core, "config_map"), k.V1ConfigMap(metadata=meta, data={"color": "blue"}, binary_data={"raw": "AAEC"})),
        (of(core, "secret"), k.V1Secret(metadata=meta, type="Opaque", data={"password": "c2VjcmV0"})),
        (of(core, "service_account"), k.V1ServiceAccount(metadata=meta, automount_service_account_token=False)),
        (
            of(core, "service"),
            k.V1Service(
                metadata=meta,
                spec=k.V1ServiceSpec(selector=labels, ports=[k.V1ServicePort(port=80, target_port="http")]),
            ),
        ),
        (of(core, "pod"), k.V1Pod(metadata=meta, spec=pod_spec)),
        (
            of(core, "persistent_volume_claim"),
            k.V1PersistentVolumeClaim(
                metadata=meta,
                spec=k.V1PersistentVolumeClaimSpec(
                    access_modes=["ReadWriteOnce"],
                    resources=k.V1VolumeResourceRequirements(requests={"storage": "1Gi"}),
                ),
            ),
        ),
        (
            of(core, "resource_quota"),
            k.V1ResourceQuota(metadata=meta, spec=k.V1ResourceQuotaSpec(hard={"count/widgets.example.com": "3"})),
        ),
        (
            of(apps, "deployment"),
            k.V1Deployment(metadata=meta, spec=k.V1DeploymentSpec(replicas=2, selector=selector, template=template)),
        ),
        (
            of(apps, "stateful_set"),
            k.V1StatefulSet(
                metadata=meta, spec=k.V1StatefulSetSpec(service_name="shop", selector=selector, template=template)
            ),
        ),
        (
            of(apps, "daemon_set"),
            k.V1DaemonSet(metadata=meta, spec=k.V1DaemonSetSpec(selector=selector, template=template)),
        ),
        (
            of(batch, "cron_job"),
            k.V1CronJob(
                metadata=meta,
                spec=k.V1CronJobSpec(
                    schedule="0 3 * * *", job_template=k.V1JobTemplateSpec(spec=k.V1JobSpec(template=once))
                ),
            ),
        ),
        (
            of(k.AutoscalingV2Api(), "horizontal_pod_autoscaler"),
            k.V2HorizontalPodAutoscaler(
                metadata=meta,
                spec=k.V2HorizontalPodAutoscalerSpec(
                    max_replicas=5,
                    scale_target_ref=k.V2CrossVersionObjectReference(
                        api_version="apps/v1", kind="Deployment", name="shop"
                    ),
                ),
            ),
        ),
        (
            of(network, "ingress"),
            k.V1Ingress(
                metadata=meta,
                spec=k.V1IngressSpec(
                    rules=[
                        k.V1IngressRule(
                            host="shop.invalid",
                            http=k.V1HTTPIngressRuleValue(
                                paths=[
                                    k.V1HTTPIngressPath(
                                        path="/",
                                        path_type="Prefix",
                                        backend=k.V1IngressBackend(
                                            service=k.V1IngressServiceBackend(
                                                name="shop", port=k.V1ServiceBackendPort(number=80)
                                            )
                                        ),
                                    )
                                ]
                            ),
                        )
                    ]
                ),
            ),
        ),
        (
            of(network, "network_policy"),
            k.V1NetworkPolicy(
                metadata=meta,
                spec=k.V1NetworkPolicySpec(
                    pod_selector=selector,
                    policy_types=["Ingress"],
                    ingress=[k.V1NetworkPolicyIngressRule(ports=[k.V1NetworkPolicyPort(port=8080)])],
                ),
            ),
        ),
        (
            of(k.PolicyV1Api(), "pod_disruption_budget"),
            k.V1PodDisruptionBudget(
                metadata=meta, spec=k.V1PodDisruptionBudgetSpec(min_available="50%", selector=selector)
            ),
        ),
        (
            of(rbac, "role"),
            k.V1Role(metadata=meta, rules=[k.V1PolicyRule(api_groups=[""], resources=["configmaps"], verbs=["get"])]),
        ),
        (
            of(rbac, "role_binding"),
            k.V1RoleBinding(
                metadata=meta,
                role_ref=k.V1RoleRef(api_group="rbac.authorization.k8s.io", kind="Role", name="shop"),
                subjects=[k.RbacV1Subject(kind="ServiceAccount", name="shop", namespace=namespace)],
            ),
        ),
        (
            of(k.CoordinationV1Api(), "lease"),
            k.V1Lease(metadata=meta, spec=k.V1LeaseSpec(holder_identity="me", lease_duration_seconds=15)),
        ),
        (
            calls_of(storage, "storage_class", None),
            k.V1StorageClass(
                metadata=meta, provisioner="example.com/disks", volume_binding_mode="WaitForFirstConsumer"
            ),
        ),
        (calls_of(k.SchedulingV1Api(), "priority_class", None), k.V1PriorityClass(metadata=meta, value=1000)),
    ]
