import subprocess

import kubernetes
import pytest


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    server = subprocess.Popen(["npx", "svc-testing", "start", folder], stdout=subprocess.PIPE)
    server.stdout.readline()  # printed when it is ready
    yield kubernetes.config.new_client_from_config(f"{folder}/admin.kubeconfig")
    server.terminate()


def test_settings_are_stored(cluster):
    maps = kubernetes.client.CoreV1Api(cluster)
    maps.create_namespaced_config_map("default", {"metadata": {"name": "settings"}, "data": {"color": "blue"}})
    assert maps.read_namespaced_config_map("settings", "default").data == {"color": "blue"}
