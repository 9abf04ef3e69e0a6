"""What comes into the media module by HTTP."""

from flask_smorest.fields import Upload
from marshmallow import fields

from app.kernel.http.schema import FormIn, QueryIn


class PhotoIn(FormIn):
    file = Upload(required=True)


class MediaIn(QueryIn):
    v = fields.String(required=True)
    e = fields.Integer(required=True)
