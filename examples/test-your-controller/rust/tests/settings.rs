use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use k8s_openapi::api::core::v1::ConfigMap;
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Api, Client, Config};

#[tokio::test]
async fn settings_are_stored() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut server = Command::new("npx")
        .args(["svc-testing", "start"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut ready = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut ready)?; // printed when it is ready
    let kubeconfig = Kubeconfig::read_from(folder.path().join("admin.kubeconfig"))?;
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;

    let maps: Api<ConfigMap> = Api::namespaced(Client::try_from(config)?, "default");
    let settings: ConfigMap = serde_json::from_value(serde_json::json!({
        "metadata": { "name": "settings" }, "data": { "color": "blue" }
    }))?;
    maps.create(&Default::default(), &settings).await?;
    let stored = maps.get("settings").await?;
    assert_eq!(stored.data.unwrap()["color"], "blue");
    server.kill()?; // the server ends with npx
    Ok(())
}
