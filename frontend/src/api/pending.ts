// The contract's shapes that the server's description does not carry yet. Each goes away when it does.
import type { Me, State } from "./schema.ts";

export interface Found { workflow: string; id: string; title: string; subtitle: string | null; state: State }
export interface System {
  version: string; python: string; postgres: string; database_bytes: number; disk_free_bytes: number | null; workers: { id: string; host: string; pid: number; started_at: string; alive: boolean }[];
  schema_files: number; ui_stamp: string | null; uptime_seconds: number; tables: { name: string; rows: number; bytes: number }[];
}
export interface UserItem { id: string; name: string; role: Me["role"]; disabled: boolean; created_at: string }
export interface MapPoint { id: string; lat: number; lon: number; title: string | null; state: State }
export interface MapCluster { lat: number; lon: number; count: number }
export interface MapPoints { points: MapPoint[]; clustered: MapCluster[]; withheld: number; attributions: string[] }
export interface Limit { name: string; title: string; used_today: number; most_per_day: number | null; unit: string; cost_micros: number | null }
export interface Limits { items: Limit[] }
export interface OriginChoices { items: { origin: string; label: string; is_list: boolean; created_at: string }[] }
export interface DuplicatePlace {
  id: string; source: string; place_id: string; name: string | null; address: string | null; phone: string | null; website: string | null; attribution: string | null;
  category: string | null; latitude: number | null; longitude: number | null; local_business_id: string | null;
}
export interface DuplicatePair { id: string; likeness: number; why: string; decision: string; decided_by: string | null; decided_at: string | null; first: DuplicatePlace; second: DuplicatePlace }
export interface DuplicateList { items: DuplicatePair[]; next: string | null }
