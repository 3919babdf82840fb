// Web Mercator: the earth as a square, and a window onto it.
export interface Spot {
  lat: number;
  lon: number;
}
/** The middle of the window and how close it is; each whole step of zoom doubles the size. */
export interface View extends Spot {
  zoom: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}
export interface Pixel {
  x: number;
  y: number;
}

const LEAST_ZOOM = 1;
/** As far away as the window shows the world once. */
const leastZoom = ({ width }: Size): number => Math.max(LEAST_ZOOM, Math.log2(width / TILE));
const MOST_ZOOM = 18;
const TILE = 256;
const MOST_LATITUDE = 85.0511;
const EQUATOR_METRES = 40_075_017;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
export const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

/** On a square of side one, from its north-west corner. */
export function project({ lat, lon }: Spot): Pixel {
  const sine = Math.sin((clamp(lat, -MOST_LATITUDE, MOST_LATITUDE) * Math.PI) / 180);
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function unproject({ x, y }: Pixel): Spot {
  return { lon: (x - 0.5) * 360, lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI };
}

export const worldSize = (zoom: number): number => TILE * 2 ** zoom;

export function toPixel(spot: Spot, view: View, { width, height }: Size): Pixel {
  const size = worldSize(view.zoom);
  const here = project(spot);
  const middle = project(view);
  return { x: (here.x - middle.x) * size + width / 2, y: (here.y - middle.y) * size + height / 2 };
}

export function toSpot({ x, y }: Pixel, view: View, { width, height }: Size): Spot {
  const size = worldSize(view.zoom);
  const middle = project(view);
  return unproject({ x: middle.x + (x - width / 2) / size, y: clamp(middle.y + (y - height / 2) / size, 0, 1) });
}

export function panned(view: View, dx: number, dy: number): View {
  const size = worldSize(view.zoom);
  const middle = project(view);
  const { lat, lon } = unproject({ x: middle.x - dx / size, y: clamp(middle.y - dy / size, 0, 1) });
  return { lat, lon: wrapped(lon), zoom: view.zoom };
}

/** Closer or further, with the spot under the pointer staying under it. */
export function zoomed(view: View, by: number, at: Pixel, size: Size): View {
  const zoom = clamp(view.zoom + by, leastZoom(size), MOST_ZOOM);
  const kept = toSpot(at, view, size);
  const moved = toPixel(kept, { ...view, zoom }, size);
  return { ...panned({ ...view, zoom }, at.x - moved.x, at.y - moved.y), zoom };
}

/** What the window shows; its longitudes go on past the 180th meridian. */
export function windowOf(view: View, size: Size): Bounds {
  const northWest = toSpot({ x: 0, y: 0 }, view, size);
  const southEast = toSpot({ x: size.width, y: size.height }, view, size);
  return {
    west: northWest.lon,
    north: clamp(northWest.lat, -90, 90),
    east: southEast.lon,
    south: clamp(southEast.lat, -90, 90),
  };
}

/** The same as the server takes it: across the 180th meridian, west is greater than east. */
export function boundsOf(view: View, size: Size): Bounds {
  const { west, east, ...latitudes } = windowOf(view, size);
  return east - west >= 360
    ? { west: -180, east: 180, ...latitudes }
    : { west: wrapped(west), east: wrapped(east), ...latitudes };
}

/** A spot where it is closest to the middle of the window, as the earth goes round. */
export function nearest(spot: Spot, view: View): Spot {
  return { lat: spot.lat, lon: view.lon + wrapped(spot.lon - view.lon) };
}

/** Where the spots begin and end going east: behind the widest stretch without any. */
function stretch(places: readonly number[]): [left: number, right: number] {
  const sorted = places.toSorted((one, other) => one - other);
  const gaps = sorted.map((x, index) => (index === 0 ? x + 1 - (sorted.at(-1) ?? x) : x - (sorted[index - 1] ?? x)));
  const first = gaps.indexOf(Math.max(...gaps));
  const left = sorted[first] ?? 0;
  return [left, first === 0 ? (sorted.at(-1) ?? left) : (sorted[first - 1] ?? left) + 1];
}

/** The closest view that shows every spot with room around it. */
export function fitting(spots: readonly Spot[], { width, height }: Size): View {
  const least = leastZoom({ width, height });
  if (spots.length === 0) return { lat: 20, lon: 0, zoom: least };
  const places = spots.map(project);
  const [left, right] = stretch(places.map(({ x }) => x));
  const [top, bottom] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))];
  const room = 0.8;
  const zoomFor = (pixels: number, span: number) => (span > 0 ? Math.log2((pixels * room) / (span * TILE)) : 15);
  const zoom = clamp(Math.min(zoomFor(width, right - left), zoomFor(height, bottom - top), 15), least, MOST_ZOOM);
  const { lat, lon } = unproject({ x: (left + right) / 2, y: (top + bottom) / 2 });
  return { lat, lon: wrapped(lon), zoom };
}

export interface Tile {
  key: string;
  z: number;
  x: number;
  y: number;
  left: number;
  top: number;
  size: number;
}

/** The tiles that the window needs, where each stands and how large it is drawn. */
export function tilesOf(view: View, { width, height }: Size): Tile[] {
  const z = clamp(Math.round(view.zoom), 0, 19);
  const side = TILE * 2 ** (view.zoom - z);
  const count = 2 ** z;
  const middle = project(view);
  const left = middle.x * count - width / 2 / side;
  const top = middle.y * count - height / 2 / side;
  const tiles: Tile[] = [];
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(count, top + height / side); row += 1) {
    for (let column = Math.floor(left); column < left + width / side; column += 1) {
      const x = ((column % count) + count) % count;
      tiles.push({
        key: `${z}/${column}/${row}`,
        z,
        x,
        y: row,
        left: (column - left) * side,
        top: (row - top) * side,
        size: side,
      });
    }
  }
  return tiles;
}

export interface Scale {
  metres: number;
  pixels: number;
}

/** A round length that is at most so many pixels wide here. */
export function scaleOf(view: View, most: number): Scale {
  const perPixel = (EQUATOR_METRES * Math.cos((view.lat * Math.PI) / 180)) / worldSize(view.zoom);
  const longest = perPixel * most;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = [5, 2, 1].map((step) => step * power).find((each) => each <= longest) ?? power;
  return { metres, pixels: metres / perPixel };
}

const STEPS = [45, 30, 15, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** How many degrees lie between two lines of the net, for lines about so far apart. */
export function netStep(view: View, pixels: number): number {
  const degrees = (pixels * 360) / worldSize(view.zoom);
  return STEPS.findLast((step) => step >= degrees) ?? 45;
}
