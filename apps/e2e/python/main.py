"""The Python client against a server: its typed models, watches, apply, and what it makes of errors. Says what went wrong, if anything."""

import datetime
import json
from typing import Any, Callable

from kubernetes import client as k, config, dynamic, utils, watch
from kubernetes.client.rest import ApiException

from objects import objects

namespace = "python"


def plain(model: Any) -> Any:
    """A model as it is sent."""
    return k.ApiClient().sanitize_for_serialization(model)


def check(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def lost(sent: Any, got: Any, path: str = "") -> list[str]:
    """Paths of what was sent and did not come back."""
    if isinstance(sent, dict) and isinstance(got, dict):
        return [p for key, value in sent.items() for p in lost(value, got.get(key), f"{path}.{key}")]
    if isinstance(sent, list) and isinstance(got, list) and len(sent) == len(got):
        return [p for i, (a, b) in enumerate(zip(sent, got)) for p in lost(a, b, f"{path}[{i}]")]
    return [] if sent == got else [f"{path}: {sent!r} became {got!r}"]


def refused(status: int, call: Callable[[], Any]) -> dict[str, Any]:
    """The answer to a call that must be refused."""
    try:
        call()
    except ApiException as error:
        check(error.status == status, f"{error.status} instead of {status}: {error.body}")
        return json.loads(error.body)
    raise AssertionError(f"was to be refused with {status}")


def typed_models() -> None:
    """Every kind comes back as its own model, with all that was sent, and writing it back changes nothing."""
    kinds = objects(namespace)
    for calls, sent in kinds:
        made = calls.create(body=sent)
        read = calls.read(name="shop")
        what = type(sent).__name__
        check(type(read) is type(sent) and type(made) is type(sent), f"{what} came back as {type(read).__name__}")
        check(isinstance(read.metadata.creation_timestamp, datetime.datetime), f"{what} has no time")
        check(lost(plain(sent), plain(read)) == [], f"{what}: {lost(plain(sent), plain(read))}")
        check(plain(made) == plain(read), f"{what} is read otherwise than it was answered")
        again = calls.replace(name="shop", body=read)
        check(again.metadata.resource_version == read.metadata.resource_version, f"{what}: writing it back changed it")
    for calls, _ in kinds:
        calls.delete(name="shop")
    print(f"{len(kinds)} kinds")


def lists_and_watches() -> None:
    """Pages of a list join, and a watch goes on from a list, with typed objects, and again from where it ended."""
    core = k.CoreV1Api()
    for i in range(5):
        core.create_namespaced_config_map(
            namespace, k.V1ConfigMap(metadata=k.V1ObjectMeta(name=f"m{i}", labels={"set": "m"}))
        )
    names: list[str] = []
    token = None
    while token is None or token:
        page = core.list_namespaced_config_map(namespace, label_selector="set=m", limit=2, _continue=token or "")
        names += [item.metadata.name for item in page.items]
        token = page.metadata._continue or ""
    check(names == [f"m{i}" for i in range(5)], f"pages had {names}")
    whole = core.list_namespaced_config_map(namespace, label_selector="set=m")
    core.patch_namespaced_config_map("m0", namespace, {"data": {"x": "1"}})
    core.delete_namespaced_config_map("m1", namespace)
    seen = []
    stream = watch.Watch()
    for event in stream.stream(
        core.list_namespaced_config_map,
        namespace,
        label_selector="set=m",
        resource_version=whole.metadata.resource_version,
        timeout_seconds=30,
    ):
        check(isinstance(event["object"], k.V1ConfigMap), "a watched object has no type")
        seen.append((event["type"], event["object"].metadata.name))
        if len(seen) == 2:
            stream.stop()
    check(seen == [("MODIFIED", "m0"), ("DELETED", "m1")], f"watched {seen}")
    core.delete_collection_namespaced_config_map(namespace, label_selector="set=m")
    check(
        core.list_namespaced_config_map(namespace, label_selector="set=m").items == [], "a collection was not deleted"
    )


def apply() -> None:
    """Two managers apply: the second one is told of the conflict, and takes over by force."""
    maps = dynamic.DynamicClient(k.ApiClient()).resources.get(api_version="v1", kind="ConfigMap")

    def intent(color: str) -> dict[str, Any]:
        return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "applied"}, "data": {"color": color}}

    def send(color: str, manager: str, force: bool = False) -> Any:
        return maps.server_side_apply(
            body=intent(color), name="applied", namespace=namespace, field_manager=manager, force_conflicts=force
        )

    send("red", "one")
    try:
        send("blue", "two")
        raise AssertionError("there was no conflict")
    except dynamic.exceptions.ConflictError as error:
        message = json.loads(error.body)["message"]
        check(message == 'Apply failed with 1 conflict: conflict with "one": .data.color', message)
    send("blue", "two", force=True)
    read = k.CoreV1Api().read_namespaced_config_map("applied", namespace)
    owners = {entry.manager: entry.operation for entry in read.metadata.managed_fields}
    check(read.data == {"color": "blue"} and owners == {"two": "Apply"}, f"{read.data} of {owners}")


def subresources() -> None:
    """Scale, status and patches of deployments, made of a manifest."""
    apps = k.AppsV1Api()
    container = {"name": "web", "image": "registry.invalid/web:1"}
    manifest = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {
            "selector": {"matchLabels": {"app": "web"}},
            "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [container]}},
        },
    }
    utils.create_from_dict(k.ApiClient(), manifest, namespace=namespace)
    apps.patch_namespaced_deployment_scale("web", namespace, {"spec": {"replicas": 3}})
    scale = apps.read_namespaced_deployment_scale("web", namespace)
    check(isinstance(scale, k.V1Scale) and scale.spec.replicas == 3, f"scale is {scale}")
    apps.patch_namespaced_deployment_status("web", namespace, {"status": {"replicas": 3}})
    side = {"spec": {"template": {"spec": {"containers": [{"name": "side", "image": "registry.invalid/side:1"}]}}}}
    patched = apps.patch_namespaced_deployment("web", namespace, side)
    names = sorted(c.name for c in patched.spec.template.spec.containers)
    check(names == ["side", "web"], f"a strategic merge left {names}")
    check(
        patched.status.replicas == 3 and patched.metadata.generation == 3, f"generation {patched.metadata.generation}"
    )


def errors() -> None:
    core = k.CoreV1Api()
    absent = refused(404, lambda: core.read_namespaced_config_map("absent", namespace))
    check(absent["message"] == 'configmaps "absent" not found', absent["message"])
    bad = k.V1ConfigMap(metadata=k.V1ObjectMeta(name="Bad_Name"))
    invalid = refused(422, lambda: core.create_namespaced_config_map(namespace, bad))
    check(invalid["details"]["causes"][0]["field"] == "metadata.name", str(invalid))
    made = core.create_namespaced_config_map(namespace, k.V1ConfigMap(metadata=k.V1ObjectMeta(name="raced")))
    core.patch_namespaced_config_map("raced", namespace, {"data": {"x": "1"}})
    refused(409, lambda: core.replace_namespaced_config_map("raced", namespace, made))
    review = k.V1SelfSubjectAccessReview(
        spec=k.V1SelfSubjectAccessReviewSpec(resource_attributes=k.V1ResourceAttributes(verb="get", resource="pods"))
    )
    check(k.AuthorizationV1Api().create_self_subject_access_review(review).status.allowed, "an administrator may not")


def main() -> None:
    config.load_kube_config()
    check(k.VersionApi().get_code().minor == "33", "the version is another one")
    k.CoreV1Api().create_namespace(k.V1Namespace(metadata=k.V1ObjectMeta(name=namespace)))
    for part in (typed_models, lists_and_watches, apply, subresources, errors):
        part()
        print(f"{part.__name__}: well")


if __name__ == "__main__":
    main()
