package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SettingsTest {
  static Process server;
  static KubernetesClient client;

  @BeforeAll
  static void start() throws Exception {
    Path folder = Files.createTempDirectory("cluster");
    server = new ProcessBuilder("npx", "svc-testing", "start", folder.toString()).start();
    server.inputReader().readLine(); // printed when it is ready
    Config config = Config.fromKubeconfig(Files.readString(folder.resolve("admin.kubeconfig")));
    config.setClientKeyAlgo("EC"); // fabric8 reads a key as RSA unless it is told otherwise
    client = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.destroy();
  }

  @Test
  void settingsAreStored() {
    var settings =
        new ConfigMapBuilder().withNewMetadata().withName("settings").endMetadata().withData(Map.of("color", "blue"));
    client.configMaps().inNamespace("default").resource(settings.build()).create();
    var stored = client.configMaps().inNamespace("default").withName("settings").get();
    assertEquals(Map.of("color", "blue"), stored.getData());
  }
}
