"""The compose file and the manifests, read as data. This cannot show that a cluster takes them beyond their schema."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cli.paths import ROOT
from tests.cli.schemas import departures

DEPLOY = ROOT / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
# What the containers of other makers are told; compose alone knows these.
OTHERS = {"HEARTHSIDE_IMAGE", "HEARTHSIDE_SECRETS"}
# Each writes ids, codes and times to its standard output, never words, addresses or names.
PROCESSES = {"web", "live", "worker", "slow-worker", "relay", "proxy"}
PINNED = re.compile(r"[a-z0-9./-]+(:v?\d[\w.-]*|@sha256:[0-9a-f]{64})")
KINDS = {
    "Namespace": "v1",
    "ConfigMap": "v1",
    "Secret": "v1",
    "Service": "v1",
    "PersistentVolumeClaim": "v1",
    "Deployment": "apps/v1",
    "Job": "batch/v1",
    "CronJob": "batch/v1",
    "Ingress": "networking.k8s.io/v1",
    "NetworkPolicy": "networking.k8s.io/v1",
    "HorizontalPodAutoscaler": "autoscaling/v2",
    "PodDisruptionBudget": "policy/v1",
}


def documents() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in MANIFESTS:
        for document in yaml.safe_load_all(path.read_text()):
            yield f"{path.name}: {document['kind']} {document['metadata'].get('name', path.stem)}", document


ALL = dict(documents())


def of_kind(*kinds: str) -> dict[str, dict[str, Any]]:
    return {name: document for name, document in ALL.items() if document["kind"] in kinds}


def pod_of(document: dict[str, Any]) -> dict[str, Any]:
    """The pod that a Deployment, Job or CronJob makes."""
    spec = document["spec"]
    template: dict[str, Any] = (spec["jobTemplate"]["spec"] if "jobTemplate" in spec else spec)["template"]
    return template


WORKLOADS = of_kind("Deployment", "Job", "CronJob")


@pytest.mark.parametrize("name", ALL)
def test_every_object_has_a_known_kind_a_name_and_the_namespace(name: str) -> None:
    document = ALL[name]
    assert KINDS[document["kind"]] == document["apiVersion"]
    metadata = document["metadata"]
    assert metadata.get("name") or metadata.get("generateName")
    assert document["kind"] == "Namespace" or metadata["namespace"] == "hearthside"


@pytest.mark.parametrize("name", ALL)
def test_every_object_is_what_the_api_of_kubernetes_takes(name: str) -> None:
    assert departures(ALL[name]) == []


def test_the_schema_knows_no_field_by_another_name_or_of_another_type() -> None:
    pod = {"containers": [{"name": "web", "livenesProbe": {}, "ports": [{"name": "http"}]}], "hostNetwork": "no"}
    template = {"metadata": {"labels": {"app": 1}}, "spec": pod}
    found = departures({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": template}})
    assert found == [
        "Deployment.spec.selector: is missing",
        "Deployment.spec.template.metadata.labels.app: 1 is no str",
        "Deployment.spec.template.spec.containers[0].livenesProbe: there is no such field",
        "Deployment.spec.template.spec.containers[0].ports[0].containerPort: is missing",
        "Deployment.spec.template.spec.hostNetwork: 'no' is no bool",
    ]


@pytest.mark.parametrize("name", WORKLOADS)
def test_every_pod_may_do_little_and_is_given_limits(name: str) -> None:
    pod = pod_of(WORKLOADS[name])["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 1000
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["automountServiceAccountToken"] is False
    for container in pod["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert PINNED.fullmatch(container["image"])
        assert {"cpu", "memory"} <= container["resources"]["requests"].keys()
        assert "memory" in container["resources"]["limits"]
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        assert mounted == {volume["name"] for volume in pod["volumes"]}


@pytest.mark.parametrize("name", of_kind("Deployment"))
def test_every_process_is_probed_and_may_lose_one(name: str) -> None:
    deployment = ALL[name]
    role, labels = deployment["metadata"]["name"], deployment["spec"]["template"]["metadata"]["labels"]
    assert deployment["spec"]["selector"]["matchLabels"].items() <= labels.items()
    assert deployment["spec"]["replicas"] >= 2
    [container] = pod_of(deployment)["spec"]["containers"]
    assert container["args"] == [role]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        assert container[probe]["httpGet"]["port"] in ports
    # /healthz never asks an engine: a database that is away must not have every process killed.
    assert container["livenessProbe"]["httpGet"]["path"] != "/readyz"
    budgets = [budget["spec"] for budget in of_kind("PodDisruptionBudget").values()]
    assert any(budget["selector"]["matchLabels"].items() <= labels.items() for budget in budgets)
    offset = {"web": 0, "worker": 1, "relay": 2, "live": 3, "slow-worker": 4}[role]
    assert ports["metrics"] == 9100 + offset


def test_what_points_at_something_points_at_what_is_there() -> None:
    names = {(document["kind"], document["metadata"].get("name")) for document in ALL.values()}
    for document in WORKLOADS.values():
        pod = pod_of(document)["spec"]
        for source in pod["containers"][0]["envFrom"]:
            [(kind, reference)] = source.items()
            assert ({"configMapRef": "ConfigMap", "secretRef": "Secret"}[kind], reference["name"]) in names
        for volume in pod["volumes"]:
            assert "secret" not in volume or ("Secret", volume["secret"]["secretName"]) in names
            claim = volume.get("persistentVolumeClaim")
            assert not claim or ("PersistentVolumeClaim", claim["claimName"]) in names
    for document in of_kind("HorizontalPodAutoscaler").values():
        assert ("Deployment", document["spec"]["scaleTargetRef"]["name"]) in names
    for document in of_kind("Ingress").values():
        for rule in document["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                assert ("Service", path["backend"]["service"]["name"]) in names
    assert of_kind("NetworkPolicy")["network.yaml: NetworkPolicy nobody-comes-in"]["spec"] == {
        "podSelector": {},
        "policyTypes": ["Ingress"],
    }


def settings() -> set[str]:
    """The settings that config.py reads."""
    source = (ROOT / "app/kernel/config.py").read_text()
    providers = set(re.findall(r'_provider_url\("(\w+)"', source))
    return set(re.findall(r'"(HEARTH_[A-Z_]+)"', source)) - providers | {f"{name}_URL" for name in providers}


def test_every_setting_that_is_named_is_one() -> None:
    for path in DEPLOY.rglob("*"):
        if path.is_file():
            named = set(re.findall(r"HEARTH(?:SIDE)?_[A-Z_]+", path.read_text())) - OTHERS
            assert named <= settings(), path.name
    given = {name for document in of_kind("ConfigMap", "Secret").values() for name in _values(document)}
    required = set(re.findall(r'_required\("(HEARTH_[A-Z_]+)"\)', (ROOT / "app/kernel/config.py").read_text()))
    assert required <= given


def test_every_setting_stands_in_the_operators_table() -> None:
    table = (ROOT / "docs/operating.md").read_text().partition("\n## Configure\n")[2].partition("\n\n###")[0]
    names = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `HEARTH_")]
    told = {name for cell in names for name in re.findall(r"HEARTH_[A-Z_]+", cell)}
    assert told == settings()


def _values(document: dict[str, Any]) -> dict[str, str]:
    values: dict[str, str] = {**document.get("data", {}), **document.get("stringData", {})}
    assert all(isinstance(value, str) for value in values.values())
    return values


def test_compose_starts_everything_after_the_migration_and_shows_the_proxy_alone() -> None:
    installation = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = installation["services"]
    for name, service in services.items():
        assert PINNED.fullmatch(re.sub(r"\$\{\w+:-(.*)\}", r"\1", service["image"])), name
        assert service["deploy"]["resources"]["limits"]["memory"], name
        assert "healthcheck" in service or service["restart"] == "no" or name in ("web", "live"), name
        assert name == "proxy" or "ports" not in service
    assert services["proxy"]["ports"] == ["127.0.0.1:8080:8080"]
    ours = {name for name, service in services.items() if service.get("command") == [name]}
    assert ours | {"proxy"} == PROCESSES
    for name in ours:
        service = services[name]
        assert service["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["env_file"] == "compose.env", "every setting of the operators' table reaches it"
    used = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {name for name in used if not name.startswith(".")} == set(installation["volumes"])
    asked = set(re.findall(r"\$\{(\w+):\?\}", (DEPLOY / "compose.yaml").read_text()))
    offered = set(re.findall(r"^(\w+)=", (DEPLOY / "compose.env.example").read_text(), re.MULTILINE))
    assert asked <= offered
    assert services["proxy"]["volumes"] == ["./nginx.conf:/etc/nginx/nginx.conf:ro"], (
        "tests/cli/test_proxy.py has it work"
    )
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert "access_log off" in proxy
    assert all(f"server {name}:8000" in proxy for name in ("web", "live"))


def departs_from_compose(file: Path) -> str:
    """What the compose specification's own schema says against a file."""
    command = ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", "--output-format", "text", str(file)]
    said = subprocess.run([Path(sys.executable).parent / command[0], *command[1:]], capture_output=True, text=True)
    return said.stdout + said.stderr if said.returncode else ""


def test_compose_is_what_the_compose_specification_says(place: Path) -> None:
    assert departs_from_compose(DEPLOY / "compose.yaml") == ""
    misspelt = place / "compose.yaml"
    misspelt.write_text((DEPLOY / "compose.yaml").read_text().replace("read_only: true", "readonly: true"))
    assert "services.tools: 'readonly'" in departs_from_compose(misspelt)


def test_neither_keys_nor_passwords_get_into_git_or_into_the_image() -> None:
    kept_out = {"deploy/compose.env", "deploy/secrets"}
    for name in (".gitignore", "deploy/Dockerfile.dockerignore"):
        assert kept_out <= {line.rstrip("/") for line in (ROOT / name).read_text().splitlines()}, name
    folder = re.findall(r"HEARTHSIDE_SECRETS:-([^}]+)}", (DEPLOY / "compose.yaml").read_text())
    assert not any((DEPLOY / place).resolve().is_relative_to(ROOT) for place in folder), "a build walks the checkout"


def test_every_alert_asks_for_what_is_measured_and_is_explained() -> None:
    rules = [
        rule for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"] for rule in group["rules"]
    ]
    told = (ROOT / "docs/daily-work.md").read_text()
    sources = "".join(path.read_text() for folder in ("app", "modules") for path in (ROOT / folder).rglob("*.py"))
    measured = set(re.findall(r"\"(hearth_\w+)\",", sources))
    for rule in rules:
        names = {re.sub(r"_(total|bucket)$", "", name) for name in re.findall(r"hearth_\w+", rule["expr"])}
        assert names
        assert names <= measured, rule["alert"]
        assert f"**{rule['alert']}**" in told
