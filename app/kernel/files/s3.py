"""Files of members in a bucket of an S3 server; the only importer of boto3 (docs/decisions/0009-storage.md)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any
from urllib.parse import parse_qsl, unquote, urlsplit

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from app.kernel import log
from app.kernel.config import ConfigError
from app.kernel.errors import Unavailable
from app.kernel.files.storage import checked
from app.kernel.secrets.redaction import redact

# Pictures are small, and people wait for them, so a server that does not answer is given up soon.
CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 2, 5, 3
CONNECTIONS = 16
OPTIONS = {"endpoint", "region"}


class S3Storage:
    """Objects of one bucket, below a prefix. A method raises Unavailable when the server fails."""

    def __init__(self, url: str) -> None:
        """Open `s3://[key:secret@]bucket[/prefix][?endpoint=…&region=…]`; raises ConfigError.

        Missing parts are looked up as AWS tools do (AWS_ACCESS_KEY_ID and so on).
        """
        address = urlsplit(url)
        options = dict(parse_qsl(address.query))
        if not address.hostname or not options.keys() <= OPTIONS:
            raise ConfigError("HEARTH_STORAGE_URL must be s3://bucket[/prefix][?endpoint=...&region=...]")
        self.bucket = address.hostname
        self.prefix = address.path.strip("/")
        self._client: Any = boto3.client(
            "s3",
            endpoint_url=options.get("endpoint"),
            region_name=options.get("region"),
            aws_access_key_id=unquote(address.username) if address.username else None,
            aws_secret_access_key=unquote(address.password) if address.password else None,
            config=Config(
                connect_timeout=CONNECT_SECONDS,
                read_timeout=READ_SECONDS,
                retries={"mode": "standard", "total_max_attempts": ATTEMPTS},
                max_pool_connections=CONNECTIONS,
                # Other vendors' servers support neither bucket host names nor the newer checksums.
                s3={"addressing_style": "path" if "endpoint" in options else "auto"},
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
        )

    def put(self, key: str, content: bytes | IO[bytes]) -> None:
        """Store `content`, or what a file has from its position on, durably under `key`."""
        with _answering():
            self._client.put_object(**self._object(key), Body=content)

    def find(self, key: str) -> bytes | None:
        """Return what is stored under `key`, or None."""
        with _answering():
            file = self.open(key)
            return None if file is None else file.read()

    def open(self, key: str) -> IO[bytes] | None:
        """Return what is stored under `key` as a file to read from, which the caller closes, or None."""
        with _answering():
            try:
                found = self._client.get_object(**self._object(key))
            except self._client.exceptions.NoSuchKey:
                return None
            file: IO[bytes] = found["Body"]
            return file

    def copy(self, key: str, target: str) -> bool:
        """Also store under `target` what is stored under `key`; returns whether there was anything."""
        with _answering():
            try:
                self._client.copy_object(**self._object(target), CopySource=self._object(key))
            except ClientError as error:
                if error.response["Error"]["Code"] in ("NoSuchKey", "404"):
                    return False
                raise
            return True

    def delete(self, key: str) -> None:
        """Remove what is stored under `key`, with all of its versions; does nothing if it does not exist."""
        place = self._object(key)
        with _answering():
            # A bucket that has versions keeps the object, and says so.
            if self._client.delete_object(**place).get("DeleteMarker"):
                self._delete_versions(place["Key"])

    def list_names(self, folder: str) -> Iterator[str]:
        """Yield the last parts of the keys in a folder, in any order."""
        yield from self._list_below(f"{self._object(folder)['Key']}/")

    def list_keys(self) -> Iterator[str]:
        """Yield every key, in any order; for backups."""
        yield from self._list_below(f"{self.prefix}/" if self.prefix else "")

    def list_parts(self) -> Iterator[tuple[str, bytes]]:
        """Yield nothing: the server stores no incomplete object."""
        yield from ()

    def remove_parts(self) -> int:
        """Remove nothing: the server stores no incomplete object."""
        return 0

    def _list_below(self, place: str) -> Iterator[str]:
        with _answering():
            pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=place)
            for page in pages:
                yield from (found["Key"].removeprefix(place) for found in page.get("Contents", ()))

    def _delete_versions(self, path: str) -> None:
        """Delete every version of an object, and at last the marker that it was deleted."""
        pages = self._client.get_paginator("list_object_versions").paginate(Bucket=self.bucket, Prefix=path)
        for page in pages:
            for version in (*page.get("Versions", ()), *page.get("DeleteMarkers", ())):
                if version["Key"] == path:
                    self._client.delete_object(Bucket=self.bucket, Key=path, VersionId=version["VersionId"])

    def _object(self, key: str) -> dict[str, str]:
        path = checked(key)
        return {"Bucket": self.bucket, "Key": f"{self.prefix}/{path}" if self.prefix else path}


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        log.get("storage").warning("storage unavailable", error=redact(str(error)))
        raise Unavailable(retry_after=1) from error
