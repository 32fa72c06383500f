#!/usr/bin/gjs
// A window of WebKitGTK for its driver. WebKitGTK's own, MiniBrowser, is wider than a phone, and silent about what pages say while it is driven.
// Given `false`, it runs no scripts.
imports.gi.versions.Gtk = '3.0';
imports.gi.versions.WebKit2 = '4.1';
const { GLib, Gtk, WebKit2 } = imports.gi;

Gtk.init(null);
const folder = GLib.dir_make_tmp('handback-webkit-XXXXXX');
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({ base_data_directory: folder, base_cache_directory: folder }),
});
context.set_automation_allowed(true);
const view = new WebKit2.WebView({
  web_context: context,
  is_controlled_by_automation: true,
  settings: new WebKit2.Settings({
    enable_javascript: ARGV[0] !== 'false',
    enable_write_console_messages_to_stdout: true,
  }),
});
context.connect('automation-started', (_context, session) => session.connect('create-web-view', () => view));
const window = new Gtk.Window();
window.add(view);
window.show_all();
Gtk.main();
