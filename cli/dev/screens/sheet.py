"""Contact sheets: many small pictures on a few large ones, each with its name."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

# The size of a small picture and of the gaps between them, in pixels.
WIDTHS = {True: 260, False: 480}
HEIGHT = 560
GAP, CAPTION = 16, 26
COLUMNS = {True: 7, False: 4}
ROWS = 3
PAPER, INK = "#faf8f4", "#16211f"


def write_sheets(
    folder: Path, name: str, pictures: list[tuple[str, Path]], *, is_narrow: bool, height: int = HEIGHT
) -> list[Path]:
    """Write as many sheets as the pictures need, each picture cut at the height of its place; returns the files."""
    columns, width = COLUMNS[is_narrow], WIDTHS[is_narrow]
    per_sheet = columns * ROWS
    sheets = []
    for number, start in enumerate(range(0, len(pictures), per_sheet), 1):
        part = pictures[start : start + per_sheet]
        path = folder / f"sheet-{name}-{number}.png"
        _sheet(part, columns, width, height).save(path)
        sheets.append(path)
    return sheets


def _sheet(pictures: list[tuple[str, Path]], columns: int, width: int, height: int) -> Image.Image:
    rows = -(-len(pictures) // columns)
    step_x, step_y = width + GAP, height + CAPTION + GAP
    sheet = Image.new("RGB", (GAP + columns * step_x, GAP + rows * step_y), PAPER)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(16)
    for place, (caption, path) in enumerate(pictures):
        left, top = GAP + place % columns * step_x, GAP + place // columns * step_y
        draw.text((left, top), caption, fill=INK, font=font)
        with Image.open(path) as picture:
            small = picture.convert("RGB").resize((width, round(picture.height * width / picture.width)))
        sheet.paste(small.crop((0, 0, width, min(height, small.height))), (left, top + CAPTION))
    return sheet
