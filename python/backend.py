"""Builds the package as a wheel (PEP 517), with Meson, Ninja, a C compiler and gettext and nothing from elsewhere.

The C sources are those of the whole project, so this folder is built where it lies; there is no sdist of it alone.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NEEDED = {"meson": "meson", "ninja": "ninja-build", "cc": "gcc", "msgfmt": "gettext"}


class UnsupportedOperation(Exception):
    """What cannot be made here."""


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_sdist(sdist_directory, config_settings=None):
    raise UnsupportedOperation("the package needs the C sources beside its folder; expected a wheel")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build()
    info = f"pairs-{version()}.dist-info"
    tag = f"cp311-abi3-{re.sub('[-.]', '_', sysconfig.get_platform())}"  # the stable interface of Python 3.11
    files = {f"pairs/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.is_file()}
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: pairs\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    name = f"pairs-{version()}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
        wheel.writestr(f"{info}/RECORD", "".join(map(record, files.items())) + f"{info}/RECORD,,\n")
    return name


def build():
    """The folder of the package with its extension, for the Python that runs this."""
    missing = [package for program, package in NEEDED.items() if not shutil.which(program)]
    if missing:
        raise SystemExit(f"pairs: to build it these are missing; apt install {' '.join(missing)}")
    folder = ROOT / "build-python" / sysconfig.get_config_var("SOABI")
    if not (folder / "build.ninja").exists():
        run("meson", "setup", folder, ROOT, "--buildtype=release", "-Dprogram=false", f"-Dpython={sys.executable}")
    run("ninja", "-C", folder, "python")
    out = folder / "wheel"
    shutil.rmtree(out, ignore_errors=True)
    return Path(shutil.copytree(folder / "python" / "pairs", out, ignore=shutil.ignore_patterns("*.p", "__pycache__")))


def run(*command):
    # Meson is a program of the system's Python, which pip keeps from whatever it builds.
    outside = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=outside)
    if done.returncode:
        raise SystemExit(f"{done.stdout}\npairs: {command[0]} failed; the headers of Python are in python3-dev")


def version():
    return re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text())[1]


def metadata():
    return (
        f"Metadata-Version: 2.1\nName: pairs\nVersion: {version()}\n"
        "Summary: The Pairs family of card games: environments, bots, odds, records\n"
        "License: MIT\nRequires-Python: >=3.11\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n"
        + (HERE / "README.md").read_text()
    )


def record(file):
    path, content = file
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"
