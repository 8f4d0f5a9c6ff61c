import BareHelp
import CBare

var window: MembersWindow?
run("org.example.Members") { application in
  let folder = String(cString: g_get_user_data_dir()) + "/org.example.Members"
  g_mkdir_with_parents(folder, 0o700)
  do {
    window = MembersWindow(application, try Database(folder + "/members.db"))
  } catch {
    print("The members cannot be read: \(error)")
    exit(1)
  }
}
